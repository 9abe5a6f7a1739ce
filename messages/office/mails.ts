import { defineTexts } from '../define-texts.ts';

/** The states of mails (office.md 8.4); quoted from office.md. */
export const mailStateTexts = defineTexts({
  waiting: { de: 'Wartet', en: 'Waiting' },
  failing: { de: 'Versuche', en: 'Failing' },
  sent: { de: 'Gesandt', en: 'Sent' },
  refused: { de: 'Abgewiesen', en: 'Refused' },
  dropped: { de: 'Verworfen', en: 'Dropped' },
});

/** Kinds of mails; a kind that is missing here is shown by its name. */
export const mailKindTexts = defineTexts({
  'order-confirmation': { de: 'Bestellbestätigung', en: 'Order confirmation' },
  'order-refunded': { de: 'Erstattung ohne Bestellung', en: 'Refund without order' },
  'order-cancelled': { de: 'Storno', en: 'Cancellation' },
  'ticket-reissued': { de: 'Neue Karte', en: 'Reissued ticket' },
  'holder-message': { de: 'Nachricht an Karteninhaber', en: 'Message to ticket holders' },
  'office-test': { de: 'Testmail', en: 'Test mail' },
  'concert-reminder': { de: 'Erinnerung', en: 'Reminder' },
  'concert-cancelled': { de: 'Konzert abgesagt', en: 'Concert cancelled' },
  'concert-changed': { de: 'Konzert verlegt', en: 'Concert moved' },
  'choice-reminder': { de: 'Erinnerung an die Wahl', en: 'Reminder of the choice' },
  'donation-thanks': { de: 'Dank für eine Spende', en: 'Thanks for a donation' },
  'find-tickets': { de: 'Karten wiederfinden', en: 'Find my tickets' },
  'email-verification': { de: 'E‑Mail bestätigen', en: 'Verify email' },
  'password-reset': { de: 'Passwort zurücksetzen', en: 'Reset password' },
  'password-changed': { de: 'Passwort geändert', en: 'Password changed' },
  'email-changed': { de: 'E‑Mail geändert', en: 'Email changed' },
  'contact-message': { de: 'Kontaktnachricht', en: 'Contact message' },
  'newsletter-confirmation': { de: 'Newsletter bestätigen', en: 'Confirm newsletter' },
  'daily-programme': { de: 'Tagesprogramm', en: 'Daily programme' },
  'contact-reply': { de: 'Antwort auf eine Nachricht', en: 'Reply to a message' },
  'office-alarm': { de: 'Alarm', en: 'Alarm' },
  'staff-invitation': { de: 'Einladung ins Büro', en: 'Invitation to the office' },
  'staff-locked': { de: 'Zugang gesperrt', en: 'Access locked' },
  'staff-credentials': { de: 'Zugang geändert', en: 'Access changed' },
});

/** The outbox (office.md 8.4); exact texts where office.md quotes them. */
export const mailOfficeTexts = defineTexts({
  title: { de: 'E-Mails', en: 'Outbox' },
  time: { de: 'Zeit', en: 'Time' },
  to: { de: 'An', en: 'To' },
  subject: { de: 'Betreff', en: 'Subject' },
  kind: { de: 'Art', en: 'Kind' },
  state: { de: 'Zustand', en: 'State' },
  handled: { de: 'erledigt', en: 'done' },
  count: {
    de: (p: { count: string }) => (p.count === '1' ? 'Eine Mail' : `${p.count} Mails`),
    en: (p: { count: string }) => (p.count === '1' ? 'One mail' : `${p.count} mails`),
  },
  none: {
    de: 'Noch keine Mail. Sie erscheinen hier, sobald der Shop etwas zu senden hat.',
    en: 'No mails yet. They appear here as soon as the shop has something to send.',
  },
  tries: { de: 'Versuche', en: 'Tries' },
  sentAt: { de: 'Gesandt', en: 'Sent' },
  next: { de: 'Nächster Versuch', en: 'Next try' },
  problem: { de: 'Was schiefging', en: 'What went wrong' },
  serverSays: { de: 'Antwort des Servers', en: 'The server’s reply' },
  unreachable: {
    de: 'Der Mailserver ist nicht zu erreichen.',
    en: 'The mail server cannot be reached.',
  },
  refusedForGood: {
    de: 'Der Server des Empfängers nimmt die Mail nicht an; meist stimmt die Adresse nicht.',
    en: 'The recipient’s server does not accept the mail; the address is probably wrong.',
  },
  refusedForNow: {
    de: 'Der Mailserver nimmt die Mail im Augenblick nicht an; der Shop versucht es wieder.',
    en: 'The mail server is not accepting the mail at the moment; the shop will try again.',
  },
  otherProblem: { de: 'Die Mail konnte nicht gesandt werden.', en: 'The mail could not be sent.' },
  order: { de: 'Bestellung', en: 'Order' },
  person: { de: 'Person', en: 'Person' },
  toPerson: { de: 'Alles zu dieser Person', en: 'Everything about this person' },
  preview: { de: 'Vorschau', en: 'Preview' },
  previewText: { de: 'Als Text', en: 'As text' },
  previewFrame: { de: 'Vorschau der Mail', en: 'Preview of the mail' },
  noPreview: {
    de: 'Keine Vorschau: Heute ginge diese Mail nicht hinaus, weil ihr Anlass vorbei oder noch nicht so weit ist.',
    en: 'No preview: this mail would not be sent today, because the reason for it no longer applies or does not apply yet.',
  },
  noPreviewPersonal: {
    de: 'Keine Vorschau: Diese Mail trägt einen persönlichen Link, den nur ihr Empfänger sehen darf.',
    en: 'No preview: this mail contains a personal link that only its recipient may see.',
  },
  bounces: {
    de: 'Rückläufer, die später als Mail kommen, erreichen das Postfach des Absenders, nicht dieses Büro.',
    en: 'Bounces that arrive later by mail go to the sender’s mailbox, not to this office.',
  },
  actions: { de: 'Aktionen', en: 'Actions' },
  sendAgain: { de: 'Noch einmal senden', en: 'Send again' },
  isObsolete: {
    de: 'Der Anlass dieser Mail besteht nicht mehr; noch einmal ginge sie nicht hinaus.',
    en: 'The reason for this mail no longer applies; it would not be sent again.',
  },
  sendAllRefused: {
    de: 'Alle abgewiesenen Mails noch einmal senden',
    en: 'Send all refused mails again',
  },
  refusedQueued: {
    de: (p: { count: number }) =>
      p.count === 1 ? 'Eine Mail geht gleich hinaus.' : `${p.count} Mails gehen gleich hinaus.`,
    en: (p: { count: number }) =>
      p.count === 1
        ? 'One mail will be sent in a moment.'
        : `${p.count} mails will be sent in a moment.`,
  },
  otherAddress: { de: 'Andere E‑Mail-Adresse', en: 'Another email address' },
  tryNow: { de: 'Jetzt versuchen', en: 'Try now' },
  doNotSend: { de: 'Nicht senden', en: 'Do not send' },
  correctAddress: { de: 'Adresse berichtigen', en: 'Correct address' },
  done: { de: 'Erledigt', en: 'Done' },
  isHandled: { de: 'Als erledigt eingetragen.', en: 'Marked as done.' },
  isUndone: { de: 'Zurückgenommen.', en: 'Undone.' },
  queued: { de: 'Sie geht gleich hinaus.', en: 'It will be sent in a moment.' },
});
