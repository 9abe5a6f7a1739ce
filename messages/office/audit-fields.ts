import type { Language } from '../../contract/language.ts';
import { listKinds } from '../../contract/office/programme-lists.ts';
import { defineTexts } from '../define-texts.ts';
import { concertFieldTexts, labelOfConcertField } from './concerts.ts';
import { listFieldTexts } from './programme-lists.ts';

/** Names of the fields that entries of the audit log show before and after; others are shown as they are stored. */
const auditFieldTexts = defineTexts({
  address: { de: 'Adresse', en: 'Address' },
  cents: { de: 'Cent', en: 'Cents' },
  change: { de: 'Änderung', en: 'Change' },
  concerts: { de: 'Konzerte', en: 'Concerts' },
  contact: { de: 'Kontakt', en: 'Contact' },
  count: { de: 'Personen', en: 'People' },
  recipients: { de: 'Empfänger', en: 'Recipients' },
  run: { de: 'Vorgang', en: 'Run' },
  copy: { de: 'Neue Mail', en: 'New mail' },
  delivery: { de: 'Versandart', en: 'Delivery' },
  detail: { de: 'Näheres', en: 'Detail' },
  details: { de: 'Angaben', en: 'Details' },
  door_note: { de: 'Hinweis für den Einlass', en: 'Note for the door' },
  dropped: { de: 'Verworfen', en: 'Dropped' },
  email: { de: 'E-Mail', en: 'Email' },
  from: { de: 'Von', en: 'From' },
  jobs: { de: 'Aufgaben', en: 'Jobs' },
  language: { de: 'Sprache', en: 'Language' },
  lateMinutes: { de: 'Minuten zu spät', en: 'Minutes late' },
  list: { de: 'Liste', en: 'List' },
  mails: { de: 'Mails', en: 'Mails' },
  name: { de: 'Name', en: 'Name' },
  notice_de: { de: 'Text (Deutsch)', en: 'Text (German)' },
  notice_en: { de: 'Text (Englisch)', en: 'Text (English)' },
  concert: { de: 'Konzert', en: 'Concert' },
  until_day: { de: 'Bis (Tag)', en: 'Until (date)' },
  until_time: { de: 'Bis (Uhrzeit)', en: 'Until (time)' },
  note: { de: 'Notiz', en: 'Note' },
  orders: { de: 'Bestellungen', en: 'Orders' },
  page: { de: 'Seite', en: 'Page' },
  planned: { de: 'Geplant für', en: 'Planned for' },
  postal: { de: 'Per Post', en: 'By post' },
  reason: { de: 'Grund', en: 'Reason' },
  replyId: { de: 'Antwort', en: 'Reply' },
  returns: { de: 'Rückgabe bis', en: 'Returns until' },
  retriedCents: { de: 'Noch einmal erstattete Cent', en: 'Cents refunded again' },
  role: { de: 'Rolle', en: 'Role' },
  rows: { de: 'Zeilen', en: 'Rows' },
  sent: { de: 'Verschickt', en: 'Sent' },
  sessions: { de: 'Sitzungen', en: 'Sessions' },
  state: { de: 'Zustand', en: 'State' },
  takenBack: { de: 'Zurückgenommen', en: 'Taken back' },
  thing: { de: 'Bestellnummer oder Konzert', en: 'Order number or concert' },
  ticket: { de: 'Karte', en: 'Ticket' },
  tickets: { de: 'Karten', en: 'Tickets' },
  to: { de: 'Bis', en: 'To' },
  wants_alarms: { de: 'Alarm-Mails', en: 'Alarm mails' },
  what: { de: 'Was', en: 'What' },
  who: { de: 'Wer', en: 'Who' },
  with: { de: 'Mit', en: 'With' },
});

/** The name of a field that an entry about this kind of thing shows (office.md 11). */
export function labelOfAuditField(field: string, kind: string, language: Language): string {
  const isOfList = listKinds.some((each) => each === kind);
  if (kind === 'concert' || isOfList) {
    const [, base = ''] = /^(?:\w+-\d+-)?(\w+?)(?:_(?:de|en))?$/.exec(field) ?? [];
    if (base in (isOfList ? listFieldTexts : concertFieldTexts)) {
      return labelOfConcertField(field, language, isOfList ? listFieldTexts : concertFieldTexts);
    }
  }
  const labels: Record<string, Record<Language, string>> = auditFieldTexts;
  return labels[field]?.[language] ?? field;
}
