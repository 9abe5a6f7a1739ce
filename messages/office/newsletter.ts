import { defineTexts } from '../define-texts.ts';

/** The newsletter as the office sees it (office.md 8.2). */
export const newsletterOfficeTexts = defineTexts({
  title: { de: 'Newsletter', en: 'Newsletter' },
  numbers: { de: 'Zahlen', en: 'Numbers' },
  list: { de: 'Abonnements', en: 'Subscriptions' },
  email: { de: 'E-Mail', en: 'Email' },
  language: { de: 'Sprache', en: 'Language' },
  german: { de: 'Deutsch', en: 'German' },
  english: { de: 'Englisch', en: 'English' },
  state: { de: 'Zustand', en: 'State' },
  confirmed: { de: 'Bestätigt', en: 'Confirmed' },
  waiting: { de: 'Wartet', en: 'Waiting' },
  off: { de: 'Abgemeldet', en: 'Off' },
  general: { de: 'Allgemeine Nachrichten', en: 'General news' },
  daily: { de: 'Tagesprogramm', en: 'Daily programme' },
  postal: { de: 'Per Post', en: 'By post' },
  preferences: { de: 'Wünsche', en: 'Preferences' },
  askedAt: { de: 'Angefragt', en: 'Requested' },
  confirmedAt: { de: 'Bestätigt am', en: 'Confirmed on' },
  name: { de: 'Name', en: 'Name' },
  street: { de: 'Straße', en: 'Street' },
  postcode: { de: 'Postleitzahl', en: 'Postcode' },
  city: { de: 'Stadt', en: 'City' },
  country: { de: 'Land', en: 'Country' },
  csvHint: {
    de: 'Die CSV enthält nur Bestätigte; wer Post möchte, mit Anschrift.',
    en: 'The CSV contains confirmed subscriptions only, with a postal address for those who want post.',
  },
  action: { de: 'Aktion', en: 'Action' },
  unsubscribe: { de: 'Abmelden', en: 'Unsubscribe' },
  none: {
    de: 'Noch niemand hat den Newsletter bestellt. Das Formular steht am Fuß jeder Seite.',
    en: 'Nobody has subscribed to the newsletter yet. The form is at the foot of every page.',
  },
  invite: { de: 'Neue Adresse', en: 'New address' },
  inviteHint: {
    de: 'Niemand wird von Hand eingetragen: Die Person bekommt eine Mail und bestätigt dort selbst.',
    en: 'You cannot subscribe anybody by hand: the person gets a mail and confirms the subscription.',
  },
  send: { de: 'Bestätigungsmail senden', en: 'Send confirmation' },
  sentTo: {
    de: (p: { email: string }) => `Die Mail an ${p.email} ist unterwegs.`,
    en: (p: { email: string }) => `The mail to ${p.email} is on its way.`,
  },
  alreadyConfirmed: {
    de: (p: { email: string }) =>
      `${p.email} hat den Newsletter schon bestätigt. Eine Mail mit dem Link zu den Einstellungen ist unterwegs.`,
    en: (p: { email: string }) =>
      `${p.email} has confirmed the newsletter already. A mail with the link to the preferences is on its way.`,
  },
  offNow: {
    de: 'Es kommen keine Mails und keine Post mehr.',
    en: 'They will get no more mails or post.',
  },
  onAgain: { de: 'Alles ist wieder wie vorher.', en: 'Everything is as before.' },
});
