import { defineTexts } from '../define-texts.ts';

/** People (office.md 8.1). */
export const peopleTexts = defineTexts({
  title: { de: 'Personen', en: 'People' },
  search: {
    de: 'Name, E‑Mail, Bestell- oder Rechnungsnummer',
    en: 'Name, email, order or invoice number',
  },
  find: { de: 'Suchen', en: 'Search' },
  start: {
    de: 'Geben Sie den Anfang eines Namens, einer E‑Mail-Adresse oder einer Bestellnummer ein, oder eine ganze Rechnungsnummer.',
    en: 'Type the beginning of a name, an email address or an order number, or a whole invoice number.',
  },
  narrow: {
    de: (p: { shown: number }) =>
      `Gezeigt werden die ersten ${p.shown} nach dem Namen. Bitte suchen Sie genauer, zum Beispiel mit Vor- und Nachnamen.`,
    en: (p: { shown: number }) =>
      `Only the first ${p.shown} by name are shown. Please narrow your search, for example to first and last name.`,
  },
  name: { de: 'Name', en: 'Name' },
  email: { de: 'E-Mail', en: 'Email' },
  account: { de: 'Kundenkonto', en: 'Account' },
  order: { de: 'Letzte Bestellung', en: 'Latest order' },
  yes: { de: 'ja', en: 'yes' },
  no: { de: 'nein', en: 'no' },
  noAccount: { de: 'Diese Person hat kein Kundenkonto.', en: 'This person has no account.' },
  since: {
    de: (p: { when: string }) => `Seit ${p.when}`,
    en: (p: { when: string }) => `Since ${p.when}`,
  },
  verified: { de: 'E‑Mail bestätigt', en: 'Email confirmed' },
  unverified: { de: 'E‑Mail noch nicht bestätigt', en: 'Email not confirmed yet' },
  firstName: { de: 'Vorname', en: 'First name' },
  lastName: { de: 'Nachname', en: 'Last name' },
  language: { de: 'Sprache', en: 'Language' },
  german: { de: 'Deutsch', en: 'German' },
  english: { de: 'Englisch', en: 'English' },
  street: { de: 'Straße', en: 'Street' },
  zip: { de: 'Postleitzahl', en: 'Postcode' },
  city: { de: 'Stadt', en: 'City' },
  country: { de: 'Land', en: 'Country' },
  savedAddress: { de: 'Gespeicherte Adresse', en: 'Saved address' },
  savedAddressHint: {
    de: 'Die nächste Bestellung nimmt Namen und E‑Mail-Adresse von hier. Was hier so lautet wie oben, ändert sich mit: Sie brauchen es nur oben zu berichtigen.',
    en: 'The next order takes its name and email address from here. Entries that match those above change with them, so you only need to correct them above.',
  },
  addressFirstName: { de: 'Vorname der Adresse', en: 'First name of the address' },
  addressLastName: { de: 'Nachname der Adresse', en: 'Last name of the address' },
  addressEmail: { de: 'E-Mail der Adresse', en: 'Email of the address' },
  correct: { de: 'Berichtigen', en: 'Correct' },
  noAddress: {
    de: 'Zu diesem Kundenkonto ist keine Adresse gespeichert.',
    en: 'This account has no saved address.',
  },
  correctHint: {
    de: 'Eine neue E‑Mail-Adresse muss die Person selbst bestätigen; die Mail dazu geht gleich hinaus. Bestellungen berichtigen Sie auf ihrer Seite.',
    en: 'The person has to confirm a new email address using the mail that is sent at once. Orders are corrected on their own pages.',
  },
  emailTaken: {
    de: 'Unter dieser Adresse gibt es schon ein Kundenkonto.',
    en: 'There is already an account with this address.',
  },
  orders: { de: 'Bestellungen', en: 'Orders' },
  number: { de: 'Nummer', en: 'Number' },
  time: { de: 'Zeit', en: 'Time' },
  total: { de: 'Betrag', en: 'Total' },
  state: { de: 'Zustand', en: 'State' },
  none: { de: 'Keine.', en: 'None.' },
  newsletter: { de: 'Newsletter', en: 'Newsletter' },
  byEmail: { de: 'per Mail', en: 'by mail' },
  byPost: { de: 'per Post', en: 'by post' },
  off: { de: 'Abgemeldet', en: 'Off' },
  messages: { de: 'Nachrichten', en: 'Messages' },
  mails: { de: 'Mails', en: 'Mails' },
  kind: { de: 'Art', en: 'Kind' },
  data: { de: 'Auskunft und Löschung', en: 'Access and erasure' },
  answerUntil: {
    de: (p: { day: string }) =>
      `Wer heute nach seinen Daten fragt, bekommt die Antwort bis zum ${p.day}.`,
    en: (p: { day: string }) => `A request for data made today must be answered by ${p.day}.`,
  },
  exportPdf: { de: 'Auskunft (PDF)', en: 'Export (PDF)' },
  export: { de: 'Auskunft (JSON)', en: 'Export (JSON)' },
  erase: { de: 'Daten löschen', en: 'Erase data' },
  eraseGoes: {
    de: 'Gelöscht werden Kundenkonto, gespeicherte Adresse, Newsletter, Nachrichten mit Antworten, Mails und Notizen.',
    en: 'The account, the saved address, the newsletter, messages with replies, mails and notes are deleted.',
  },
  eraseStays: {
    de: (p: { count: number; year: number }) =>
      p.count === 1
        ? `Eine Bestellung bleibt mit dem, was auf den Rechnungen steht, bis Ende ${p.year}: So will es das Gesetz. Danach wird sie anonymisiert.`
        : `${p.count} Bestellungen bleiben mit dem, was auf den Rechnungen steht, bis Ende ${p.year}: So will es das Gesetz. Danach werden sie anonymisiert.`,
    en: (p: { count: number; year: number }) =>
      p.count === 1
        ? `One order is kept with the details on its invoices until the end of ${p.year}, as the law requires. It is then made anonymous.`
        : `${p.count} orders are kept with the details on their invoices until the end of ${p.year}, as the law requires. They are then made anonymous.`,
  },
  eraseFinal: {
    de: 'Das lässt sich nicht rückgängig machen.',
    en: 'This cannot be undone.',
  },
  confirm: {
    de: (p: { email: string }) => `Zur Bestätigung „${p.email}“ eingeben`,
    en: (p: { email: string }) => `Type “${p.email}” to confirm`,
  },
  paymentOpen: {
    de: 'Für diese Adresse läuft gerade eine Zahlung. Bitte in einigen Minuten noch einmal versuchen.',
    en: 'A payment for this address is open. Please try again in a few minutes.',
  },
  nobody: {
    de: 'Unter dieser Adresse ist nichts gespeichert; gelöscht wurde nichts.',
    en: 'Nothing is stored under this address; nothing has been erased.',
  },
  noMatch: { de: 'Das stimmt nicht überein.', en: 'That does not match.' },
});
