import { defineTexts } from '../define-texts.ts';

/** The frame around every page of the office (office.md 1, Frame); exact texts where office.md quotes them. */
export const frameTexts = defineTexts({
  office: { de: 'Büro', en: 'Office' },
  skip: { de: 'Zum Inhalt', en: 'Skip to content' },
  breadcrumb: { de: 'Pfad', en: 'Breadcrumb' },
  menu: { de: 'Menü', en: 'Menu' },
  demo: { de: 'Vorführung: keine echten Daten.', en: 'Demonstration: no real data.' },
  otherLanguage: { de: 'English', en: 'Deutsch' },
  findOrder: { de: 'Bestellung suchen', en: 'Find order' },
  find: { de: 'Suchen', en: 'Search' },
  help: { de: 'Hilfe', en: 'Help' },
  signedOutHelp: {
    de: 'Kein Zugang? Die Leitung des Büros lädt Sie ein.',
    en: 'No access yet? An administrator of the office will invite you.',
  },
  noPermission: { de: 'Keine Berechtigung', en: 'No permission' },
  noPermissionText: {
    de: 'Ihre Rolle erlaubt das nicht. Bitte wenden Sie sich an die Leitung.',
    en: 'Your role does not allow this. Please ask an administrator.',
  },
  notFound: { de: 'Nicht gefunden', en: 'Not found' },
  notFoundText: {
    de: 'Diese Seite gibt es nicht, oder es gibt sie nicht mehr.',
    en: 'There is no such page, or it no longer exists.',
  },
  tooLarge: { de: 'Das Formular ist zu groß', en: 'The form is too large' },
  tooLargeText: {
    de: 'Gespeichert ist noch nichts. Mit „Zurück“ in Ihrem Browser finden Sie Ihre Eingaben wieder; bitte kürzen Sie sie.',
    en: 'Nothing has been saved yet. The back button of your browser leads to your entries; please shorten them.',
  },
  noForm: { de: 'Das Formular ist nicht lesbar', en: 'The form cannot be read' },
  noFormText: {
    de: 'Gespeichert ist noch nichts. Mit „Zurück“ in Ihrem Browser finden Sie Ihre Eingaben wieder; bitte senden Sie sie noch einmal ab.',
    en: 'Nothing has been saved yet. The back button of your browser leads to your entries; please send them again.',
  },
  tooMany: { de: 'Zu viele Anfragen', en: 'Too many requests' },
  failed: { de: 'Das hat nicht geklappt', en: 'Something went wrong' },
  failedText: {
    de: 'Bitte laden Sie die Seite in einem Augenblick noch einmal.',
    en: 'Please load the page again in a moment.',
  },
  today: { de: 'Heute', en: 'Today' },
  concerts: { de: 'Konzerte', en: 'Concerts' },
  orders: { de: 'Bestellungen', en: 'Orders' },
  dispatch: { de: 'Postversand', en: 'Post' },
  people: { de: 'Personen', en: 'People' },
  newsletter: { de: 'Newsletter', en: 'Newsletter' },
  messages: { de: 'Nachrichten', en: 'Messages' },
  mails: { de: 'E-Mails', en: 'Outbox' },
  lists: { de: 'Stammdaten', en: 'Lists' },
  venues: { de: 'Orte', en: 'Venues' },
  composers: { de: 'Komponisten', en: 'Composers' },
  instruments: { de: 'Instrumente', en: 'Instruments' },
  'ticket-types': { de: 'Kartenarten', en: 'Ticket types' },
  door: { de: 'Einlass', en: 'Door' },
  notice: { de: 'Hinweis auf der Seite', en: 'Notice on the site' },
  runs: { de: 'Vorgänge', en: 'Runs' },
  programme: { de: 'Import und Export', en: 'Import and export' },
  reports: { de: 'Berichte', en: 'Reports' },
  health: { de: 'Betrieb', en: 'Health' },
  staff: { de: 'Team', en: 'Staff' },
  audit: { de: 'Protokoll', en: 'Audit log' },
  account: { de: 'Mein Zugang', en: 'My account' },
});

/** The names of the roles (office.md 2.1). */
export const roleTexts = defineTexts({
  admin: { de: 'Leitung', en: 'Administrator' },
  office: { de: 'Büro', en: 'Office' },
  editor: { de: 'Redaktion', en: 'Editor' },
  door: { de: 'Einlass', en: 'Door' },
});
