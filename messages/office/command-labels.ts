import type { Language } from '../../contract/language.ts';
import type { EventName } from '../../contract/office/commands.ts';
import { defineTexts } from '../define-texts.ts';

/** The effect of each command, for status messages and the audit log (office.md 12); quoted from office.md. */
export const commandLabels = defineTexts({
  'staff:invite': { de: 'Person eingeladen', en: 'Person invited' },
  'staff:role': { de: 'Rolle geändert', en: 'Role changed' },
  'staff:disable': { de: 'Person gesperrt', en: 'Person disabled' },
  'staff:enable': { de: 'Person entsperrt', en: 'Person enabled' },
  'staff:accept': { de: 'Zugang eingerichtet', en: 'Account set up' },
  'staff:sign-in': { de: 'Angemeldet', en: 'Signed in' },
  'staff:sign-out': { de: 'Abgemeldet', en: 'Signed out' },
  'staff:credentials': { de: 'Zugang geändert', en: 'Credentials changed' },
  'staff:end-sessions': { de: 'Überall abgemeldet', en: 'Signed out everywhere' },
  'order:refund': { de: 'Erstattet', en: 'Refunded' },
  'order:retry-refund': { de: 'Noch einmal erstattet', en: 'Refunded again' },
  'order:settle-by-hand': { de: 'Von Hand erledigt', en: 'Settled by hand' },
  'order:mark-valid': { de: 'Karten bleiben gültig', en: 'Tickets stay valid' },
  'order:resend': { de: 'Mails gesandt', en: 'Mails sent' },
  'order:documents': { de: 'Dokumente angelegt', en: 'Documents made' },
  'order:note': { de: 'Notiz', en: 'Note' },
  'order:contact': { de: 'Kontakt geändert', en: 'Contact changed' },
  'order:reissue': { de: 'Karte neu ausgestellt', en: 'Ticket reissued' },
  'order:print': { de: 'Karten gedruckt', en: 'Tickets printed' },
  'order:sent': { de: 'Verschickt', en: 'Sent' },
  'order:complimentary': { de: 'Freikarten ausgestellt', en: 'Complimentary tickets issued' },
  'order:export': { de: 'Liste exportiert', en: 'List exported' },
  'newsletter:export': { de: 'Liste exportiert', en: 'List exported' },
  'audit:export': { de: 'Liste exportiert', en: 'List exported' },
  'person:export': { de: 'Auskunft erteilt', en: 'Data exported' },
  'person:correct': { de: 'Daten berichtigt', en: 'Data corrected' },
  'person:erase': { de: 'Daten gelöscht', en: 'Data erased' },
  'newsletter:off': { de: 'Abgemeldet vom Newsletter', en: 'Unsubscribed' },
  'newsletter:invite': { de: 'Bestätigung gesandt', en: 'Confirmation sent' },
  'message:reply': { de: 'Nachricht beantwortet', en: 'Message answered' },
  'message:state': { de: 'Nachricht eingeordnet', en: 'Message sorted' },
  'message:delete': { de: 'Nachricht gelöscht', en: 'Message deleted' },
  'mail:resend': { de: 'Mail noch einmal gesandt', en: 'Mail sent again' },
  'mail:retry': { de: 'Mail versucht', en: 'Mail tried' },
  'mail:retry-refused': {
    de: 'Abgewiesene Mails noch einmal gesandt',
    en: 'Refused mails sent again',
  },
  'mail:drop': { de: 'Mail verworfen', en: 'Mail dropped' },
  'mail:test': { de: 'Testmail gesandt', en: 'Test mail sent' },
  'mail:holders': {
    de: 'Nachricht an Karteninhaber gesandt',
    en: 'Message to ticket holders sent',
  },
  'report:export': { de: 'Bericht exportiert', en: 'Report exported' },
  'payments:reconcile': { de: 'Zahlungen abgeglichen', en: 'Payments compared' },
  'job:retry': { de: 'Aufgabe wiederholt', en: 'Job retried' },
  'concert:create': { de: 'Konzert angelegt', en: 'Concert created' },
  'concert:save': { de: 'Konzert bearbeitet', en: 'Concert edited' },
  'concert:delete': { de: 'Entwurf gelöscht', en: 'Draft deleted' },
  'concert:publish': { de: 'Konzert veröffentlicht', en: 'Concert published' },
  'concert:withdraw': { de: 'Konzert zurückgezogen', en: 'Concert withdrawn' },
  'concert:restore': { de: 'Fassung wiederhergestellt', en: 'Version restored' },
  'concert:move': { de: 'Konzert verlegt', en: 'Concert moved' },
  'concert:cancel': { de: 'Konzert abgesagt', en: 'Concert cancelled' },
  'sale:save': { de: 'Verkauf geändert', en: 'Sale changed' },
  'sale:start': { de: 'Verkauf begonnen', en: 'Sale started' },
  'sale:schedule': { de: 'Verkauf geplant', en: 'Sale scheduled' },
  'sale:stop': { de: 'Verkauf angehalten', en: 'Sale stopped' },
  'run:undo': { de: 'Vorgang zurückgenommen', en: 'Run undone' },
  'run:start': { de: 'Vorgang begonnen', en: 'Run started' },
  'run:retry': { de: 'Vorgang wiederholt', en: 'Run retried' },
  'picture:upload': { de: 'Bild hochgeladen', en: 'Picture uploaded' },
  'picture:remove': { de: 'Bild entfernt', en: 'Picture removed' },
  'programme:import': { de: 'Programm eingelesen', en: 'Programme imported' },
  'programme:export': { de: 'Programm exportiert', en: 'Programme exported' },
  'notice:save': { de: 'Hinweis gezeigt', en: 'Notice shown' },
  'notice:remove': { de: 'Hinweis entfernt', en: 'Notice removed' },
  'venue:save': { de: 'Ort gespeichert', en: 'Venue saved' },
  'venue:delete': { de: 'Ort gelöscht', en: 'Venue deleted' },
  'composer:save': { de: 'Komponist gespeichert', en: 'Composer saved' },
  'composer:delete': { de: 'Komponist gelöscht', en: 'Composer deleted' },
  'instrument:save': { de: 'Instrument gespeichert', en: 'Instrument saved' },
  'instrument:delete': { de: 'Instrument gelöscht', en: 'Instrument deleted' },
  'ticket-type:save': { de: 'Kartenart gespeichert', en: 'Ticket type saved' },
  'ticket-type:delete': { de: 'Kartenart gelöscht', en: 'Ticket type deleted' },
  'door:pair': { de: 'Geräte-Code erzeugt', en: 'Device code made' },
  'door:revoke': { de: 'Gerät gesperrt', en: 'Device revoked' },
} satisfies Record<EventName, { de: string; en: string }>);

/** Events of the audit log that are not commands. */
const eventLabels = defineTexts({
  'staff:sign-in-failed': { de: 'Anmeldung gescheitert', en: 'Sign-in failed' },
  'access:refused': { de: 'Abgewiesen', en: 'Refused' },
  'door:redeem': { de: 'Gerät angemeldet', en: 'Device paired' },
  'door:leave': { de: 'Gerät abgemeldet', en: 'Device signed out' },
  'door:override': { de: 'Trotzdem eingelassen', en: 'Admitted anyway' },
  'cart:release': { de: 'Warenkorb beendet', en: 'Cart ended' },
});

const allLabels: Record<string, Record<Language, string>> = { ...commandLabels, ...eventLabels };

/** The label of an event; its name where it has none. */
export const labelOf = (command: string, language: Language): string =>
  allLabels[command]?.[language] ?? command;

/** Every event with its label, for the filter. */
export function listEventLabels(language: Language): { value: string; label: string }[] {
  return Object.entries(allLabels)
    .map(([value, label]) => ({ value, label: `${label[language]} (${value})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
}
