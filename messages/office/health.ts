import type { Language } from '../../contract/language.ts';
import { defineTexts } from '../define-texts.ts';
import type { ArchiveReason, HealthItemKey } from '#contract/office/states.ts';

type Values = Record<string, number | string>;

/** The page Health (office.md 4.5). */
export const healthTexts = defineTexts({
  allWell: { de: 'Alles läuft.', en: 'All is well.' },
  whatToDo: { de: 'Was tun:', en: 'What to do:' },
  well: { de: 'In Ordnung', en: 'All right' },
  notWell: { de: 'Bitte ansehen', en: 'Please look' },
  parts: { de: 'Teile des Shops', en: 'Parts of the shop' },
  jobs: { de: 'Aufgaben', en: 'Jobs' },
  kind: { de: 'Art', en: 'Kind' },
  waiting: { de: 'Wartend', en: 'Waiting' },
  running: { de: 'Läuft', en: 'Running' },
  retrying: { de: 'Später noch einmal', en: 'Trying again later' },
  failed: { de: 'Gescheitert', en: 'Failed' },
  action: { de: 'Aktion', en: 'Action' },
  retry: { de: 'Noch einmal versuchen', en: 'Try again' },
  retried: {
    de: (p: { kind: string; n: number }) => `${p.kind}: ${p.n}, in wenigen Sekunden.`,
    en: (p: { kind: string; n: number }) => `${p.kind}: ${p.n}, within seconds.`,
  },
  noJobs: { de: 'Keine Aufgabe wartet.', en: 'No job is waiting.' },
  nothingToRetry: {
    de: 'Davon wartet keine mehr auf einen neuen Versuch.',
    en: 'None of these is waiting to be retried any more.',
  },
  test: { de: 'Testmail an mich', en: 'Test mail to me' },
  tested: { de: 'Sie geht gleich hinaus.', en: 'It will be sent in a moment.' },
  compare: { de: 'Jetzt abgleichen', en: 'Compare now' },
  compared: {
    de: (p: { paid: number; unpaid: number }) =>
      `Bezahlt ohne Karte oder Erstattung: ${p.paid}, Karten ohne Zahlung: ${p.unpaid}. Der Abgleich mit dem Zahlungsdienst läuft.`,
    en: (p: { paid: number; unpaid: number }) =>
      `Paid without ticket or refund: ${p.paid}, tickets without payment: ${p.unpaid}. The comparison with the provider is running.`,
  },
  never: { de: 'noch nie', en: 'never' },
});

/** Name of each part. */
export const healthNames = defineTexts({
  database: { de: 'Datenbank', en: 'Database' },
  processes: { de: 'Prozesse', en: 'Processes' },
  jobs: { de: 'Warteschlange', en: 'Queue' },
  mails: { de: 'Mails', en: 'Mails' },
  proxy: { de: 'Adressen der Besucher', en: 'Visitors’ addresses' },
  provider: { de: 'Zahlungsdienst', en: 'Payment provider' },
  comparison: { de: 'Abgleich', en: 'Comparison' },
  sums: { de: 'Verkaufszahlen', en: 'Sales figures' },
  disk: { de: 'Speicherplatz', en: 'Disk' },
  archive: { de: 'Archiv', en: 'Archive' },
  verification: { de: 'Prüfung des Archivs', en: 'Verification of the archive' },
  version: { de: 'Version', en: 'Version' },
  clock: { de: 'Uhr', en: 'Clock' },
} satisfies Record<HealthItemKey, { de: string; en: string }>);

/** Why the archive fails. */
export const archiveReasons = defineTexts({
  full: { de: 'Es ist kein Platz mehr.', en: 'There is no space left.' },
  missing: {
    de: 'BACKUP_DIR fehlt oder ist leer; ist die Platte eingehängt?',
    en: 'BACKUP_DIR is missing or empty; is its disk mounted?',
  },
  silent: {
    de: 'BACKUP_DIR antwortet nicht; ist die Platte oder das Netz weg?',
    en: 'BACKUP_DIR does not respond. Is its disk or network unavailable?',
  },
  'not-writable': {
    de: 'BACKUP_DIR lässt sich nicht beschreiben.',
    en: 'BACKUP_DIR is not writable.',
  },
  'other-shop': {
    de: 'In BACKUP_DIR archiviert ein anderer Shop.',
    en: 'Another shop archives into BACKUP_DIR.',
  },
  gap: { de: 'Im Archiv fehlt ein Stück.', en: 'The archive has a gap.' },
  'no-base-backup': {
    de: 'Noch ist keine Basissicherung fertig.',
    en: 'No base backup is complete yet.',
  },
  damaged: {
    de: 'Eine Datei des Archivs ist beschädigt.',
    en: 'A file of the archive is damaged.',
  },
  differs: {
    de: 'Das Archiv stimmt nicht mit dem Shop überein.',
    en: 'The archive differs from the shop.',
  },
  'not-archived': {
    de: 'Die letzten Änderungen kommen nicht im Archiv an.',
    en: 'The latest changes do not reach the archive.',
  },
  busy: {
    de: 'Der Shop hatte zu viel zu tun, um zu vergleichen.',
    en: 'The shop was too busy for a comparison.',
  },
  killed: { de: 'Die Prüfung wurde abgebrochen.', en: 'The verification was interrupted.' },
  words: { de: '', en: '' },
} satisfies Record<ArchiveReason, { de: string; en: string }>);

/** The reason in the reader's language, and the server's words where they say more. */
function describeReason(v: Values, lead: string, language: Language): string {
  const known = Object.entries(archiveReasons).find(([key]) => key === v['reason']);
  if (known === undefined) return '';
  const reason = known[1][language];
  const said = { de: 'Meldung des Servers', en: 'The server’s words' }[language];
  const words = v['words'] ? `${said}: ${v['words']}` : '';
  return ` ${[lead, reason, words].filter(Boolean).join(' ')}`;
}

/** One plain sentence per part; values are formatted in the reader's language. */
export const healthSentences = defineTexts({
  database: {
    de: (v: Values) =>
      `Die Datenbank (Version ${v['version']}) antwortet in ${v['milliseconds']} ms.`,
    en: (v: Values) =>
      `The database (version ${v['version']}) responds in ${v['milliseconds']} ms.`,
  },
  processes: {
    de: (v: Values) => `Prozesse bei der Arbeit: ${v['running']}.`,
    en: (v: Values) => `Processes running: ${v['running']}.`,
  },
  jobs: {
    de: (v: Values) => `Wartende Aufgaben: ${v['waiting']}, gescheiterte: ${v['failed']}.`,
    en: (v: Values) => `Waiting jobs: ${v['waiting']}, failed: ${v['failed']}.`,
  },
  mails: {
    de: (v: Values) =>
      `Wartende Mails: ${v['waiting']}, davon bisher nicht zustellbar: ${v['failing']}. Zuletzt gesandt: ${v['lastSentAt']}.`,
    en: (v: Values) =>
      `Mails waiting: ${v['waiting']}, of which not deliverable so far: ${v['failing']}. Last sent: ${v['lastSentAt']}.`,
  },
  proxy: {
    de: (v: Values) =>
      `Vertraute Proxys: ${v['networks'] || 'keine'}. Zuletzt kam eine Anfrage über einen anderen oder mit unlesbarer Adresse: ${v['seenAt']}.`,
    en: (v: Values) =>
      `Trusted proxies: ${v['networks'] || 'none'}. Last request from any other proxy, or with an unreadable address: ${v['seenAt']}.`,
  },
  provider: {
    de: (v: Values) =>
      `Letzte Meldung von Stripe: ${v['lastWebhookAt']}. Zahlungen ohne Meldung in 24 Stunden: ${v['silent']}.`,
    en: (v: Values) =>
      `Last report from Stripe: ${v['lastWebhookAt']}. Payments without a report in 24 hours: ${v['silent']}.`,
  },
  comparison: {
    de: (v: Values) =>
      `Zuletzt abgeglichen: ${v['checkedAt']}. Bezahlt ohne Karte oder Erstattung: ${v['paidWithout']}. Karten ohne Zahlung: ${v['withoutPayment']}.`,
    en: (v: Values) =>
      `Last compared: ${v['checkedAt']}. Paid without ticket or refund: ${v['paidWithout']}. Tickets without payment: ${v['withoutPayment']}.`,
  },
  sums: {
    de: (v: Values) =>
      `Abweichungen von den Karten: ${v['differences']}. Letzter Vergleich: ${v['checkedAt']}.`,
    en: (v: Values) =>
      `Differences from the tickets: ${v['differences']}. Last comparison: ${v['checkedAt']}.`,
  },
  disk: {
    de: (v: Values) =>
      `${v['freeBytes']} von ${v['totalBytes']} sind frei. Die Datenbank hat ${v['dataBytes']}.`,
    en: (v: Values) =>
      `${v['freeBytes']} of ${v['totalBytes']} are free. The database uses ${v['dataBytes']}.`,
  },
  archive: {
    de: (v: Values) =>
      `Zuletzt archiviert: ${v['archivedAt']}. Es warten ${v['waitingBytes']}. Letzte Basissicherung: ${v['baseBackupAt'] || 'noch keine'}.${v['gap'] ? ' Es fehlen Änderungen.' : ''}${describeReason(v, 'Grund:', 'de')}`,
    en: (v: Values) =>
      `Last archived: ${v['archivedAt']}. ${v['waitingBytes']} are waiting. Last base backup: ${v['baseBackupAt'] || 'none yet'}.${v['gap'] ? ' Changes are missing.' : ''}${describeReason(v, 'Reason:', 'en')}`,
  },
  verification: {
    de: (v: Values) =>
      `Zuletzt wiederhergestellt und ohne Unterschied verglichen: ${v['verifiedAt'] || 'noch nie'}.${describeReason(v, 'Seither gescheitert:', 'de')}`,
    en: (v: Values) =>
      `Last restored and compared without a difference: ${v['verifiedAt'] || 'never'}.${describeReason(v, 'Failed since:', 'en')}`,
  },
  version: {
    de: (v: Values) => `Programm ${v['version']}, Tabellen ${v['tables']}.`,
    en: (v: Values) => `Program ${v['version']}, tables ${v['tables']}.`,
  },
  clock: {
    de: (v: Values) => `Die Uhren von Shop und Datenbank liegen ${v['seconds']} s auseinander.`,
    en: (v: Values) => `The clocks of shop and database are ${v['seconds']} s apart.`,
  },
} satisfies Record<HealthItemKey, unknown>);

/** Advice when a part is not well. */
export const healthHints = defineTexts({
  database: { de: 'Den Datenbankserver prüfen.', en: 'Check the database server.' },
  processes: {
    de: 'Den Shop neu starten; der Grund steht im Protokoll des Servers.',
    en: 'Restart the shop; the reason is in the server’s log.',
  },
  jobs: {
    de: 'Gescheiterte unten noch einmal versuchen. Warten viele, den Shop neu starten.',
    en: 'Try failed jobs again below. If many are waiting, restart the shop.',
  },
  mails: {
    de: 'Unter „E-Mails“ steht, was der Mailserver antwortet. Zugangsdaten in SMTP_URL prüfen.',
    en: 'The outbox shows what the mail server says. Check the credentials in SMTP_URL.',
  },
  proxy: {
    de: 'TRUSTED_PROXY muss die Adressen genau des Proxys nennen, der vor dem Shop steht; er muss X-Forwarded-For setzen. Sonst teilen sich alle Besucher die Grenzen eines einzigen. Die Anzeige erlischt eine Stunde nach der letzten solchen Anfrage.',
    en: 'TRUSTED_PROXY must name exactly the addresses of the proxy in front of the shop, and the proxy must set X-Forwarded-For. Otherwise all visitors share the limits of a single one. This warning disappears an hour after the last such request.',
  },
  provider: {
    de: 'Bei Stripe prüfen, an welche Adresse Zahlungen gemeldet werden. Bis dahin gleicht der Shop jede Minute selbst ab; nichts geht verloren.',
    en: 'Check at Stripe which address payments are reported to. Until then the shop compares payments by itself every minute; nothing is lost.',
  },
  comparison: {
    de: 'Jetzt abgleichen. Bleibt eine Zahl über null, in den Bestellungen von heute erstatten oder Hilfe holen.',
    en: 'Compare now. If a number stays above zero, refund the orders concerned or get help.',
  },
  sums: {
    de: 'Bitte melden: Die Zahlen auf „Heute“ und in den Berichten können falsch sein, die Karten selbst stimmen.',
    en: 'Please report this: the figures on “Today” and in reports may be wrong; the tickets themselves are right.',
  },
  disk: {
    de: 'Platz schaffen oder die Platte vergrößern, bevor Verkäufe scheitern.',
    en: 'Free some space or enlarge the disk before sales fail.',
  },
  archive: {
    de: 'Auf BACKUP_DIR Platz schaffen oder die Platte einhängen; den Rest holt der Shop selbst nach. Verkauft wird weiter, aber mit der Platte des Shops ginge verloren, was seither verkauft ist.',
    en: 'Free some space on BACKUP_DIR or mount its disk; the shop then catches up by itself. It goes on selling, but everything sold since then would be lost with the shop’s disk.',
  },
  verification: {
    de: 'Auf dem Server npm run verify-backup ausführen und gleich eine Sicherung anlegen: npm run backup -- DATEI.',
    en: 'Run npm run verify-backup on the server, and make a backup at once: npm run backup -- FILE.',
  },
  version: { de: 'Nichts.', en: 'Nothing.' },
  clock: {
    de: 'Beide Rechner nach NTP stellen (timedatectl set-ntp true).',
    en: 'Set both machines to use NTP (timedatectl set-ntp true).',
  },
} satisfies Record<HealthItemKey, { de: string; en: string }>);

/** Kinds of jobs in plain words; others are shown by their name. */
export const jobTexts = defineTexts({
  'make-documents': { de: 'Rechnung und Karten anlegen', en: 'Create invoice and tickets' },
  'make-cancellation': { de: 'Stornorechnung anlegen', en: 'Create a cancellation invoice' },
  'send-mail': { de: 'Mail senden', en: 'Send a mail' },
  'cancel-payment': { de: 'Offene Zahlung beenden', en: 'Cancel an open payment' },
  'execute-refund': { de: 'Geld erstatten', en: 'Refund money' },
  reconcile: { de: 'Zahlungen abgleichen', en: 'Compare payments' },
  'release-expired-holds': { de: 'Abgelaufene Warenkörbe freigeben', en: 'Release expired carts' },
  'requeue-lost-mails': { de: 'Verlorene Mails suchen', en: 'Find lost mails' },
  'requeue-lost-documents': { de: 'Fehlende Dokumente suchen', en: 'Find missing documents' },
  'requeue-lost-run-items': { de: 'Stehende Vorgänge suchen', en: 'Find stuck runs' },
  'step-run-item': { de: 'Vorgang ausführen', en: 'Carry out a run' },
  'fetch-payouts': { de: 'Auszahlungen abrufen', en: 'Fetch payouts' },
  'sum-revenue': { de: 'Umsatz zusammenrechnen', en: 'Sum up revenue' },
  'send-daily-programme': { de: 'Tagesprogramm senden', en: 'Send the daily programme' },
  'delete-expired-data': { de: 'Alte Daten löschen', en: 'Delete old data' },
  'delete-expired-requests': { de: 'Alte Anfragen löschen', en: 'Delete old requests' },
  'send-concert-reminders': { de: 'An Konzerte erinnern', en: 'Remind of concerts' },
  'run-planned-sales': { de: 'Geplante Verkäufe', en: 'Planned sales' },
  'check-sales': { de: 'Verkaufszahlen vergleichen', en: 'Compare sales figures' },
  'send-alarms': { de: 'Alarme prüfen', en: 'Check for alarms' },
});
