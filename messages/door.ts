import { defineTexts } from './define-texts.ts';

const NBSP = '\u00a0';

/** The app of the door (door.md 4 and 5); exact texts where door.md quotes them. */
export const doorTexts = defineTexts({
  door: { de: 'Einlass', en: 'Door' },
  scan: { de: 'Scannen', en: 'Scan' },
  numbers: { de: 'Zahlen', en: 'Numbers' },
  log: { de: 'Verlauf', en: 'Log' },
  more: { de: 'Mehr', en: 'More' },
  loading: { de: 'Wird geladen …', en: 'Loading …' },

  pairTitle: { de: 'Gerät koppeln', en: 'Pair this device' },
  pairHint: {
    de: 'Das Büro erzeugt unter „Einlass“ einen QR-Code. Lesen Sie ihn mit der Kamera, oder tippen Sie den Code ein.',
    en: 'The office makes a QR code under “Door”. Read it with the camera, or type the code.',
  },
  deviceCode: { de: 'Geräte-Code', en: 'Device code' },
  deviceName: { de: 'Name dieses Geräts', en: 'Name of this device' },
  entrance: { de: 'Eingang (freiwillig)', en: 'Entrance (optional)' },
  pair: { de: 'Koppeln', en: 'Pair' },
  readWithCamera: { de: 'Mit der Kamera lesen', en: 'Read with the camera' },
  codeMissing: { de: 'Bitte den Geräte-Code eingeben.', en: 'Please enter the device code.' },
  nameMissing: {
    de: 'Bitte einen Namen eingeben, zum Beispiel „Handy Anna“.',
    en: 'Please enter a name, for example “Anna’s phone”.',
  },
  noNetwork: {
    de: 'Keine Verbindung. Zum Koppeln wird sie einmal gebraucht.',
    en: 'No connection. Pairing needs one, once.',
  },
  alreadyPaired: {
    de: 'Dieses Gerät ist schon gekoppelt. Für einen neuen Code melden Sie es zuerst ab.',
    en: 'This device is paired already. For a new code, sign it out first.',
  },

  chooseConcert: { de: 'Welches Konzert?', en: 'Which concert?' },
  start: { de: 'Einlass beginnen', en: 'Start admission' },
  otherConcert: { de: 'Konzert wechseln', en: 'Change concert' },
  listMissing: {
    de: 'Die Liste dieses Konzerts ist noch nicht geladen. Gute Karten heißen „Einlass, neu“.',
    en: 'The list of this concert is not loaded yet. Good tickets read “Admit, new”.',
  },

  codeOrNumber: { de: 'Code oder Bestellnummer', en: 'Code or order number' },
  check: { de: 'Prüfen', en: 'Check' },
  light: { de: 'Licht', en: 'Light' },
  insideOf: {
    de: (p: { n: string }) => `von ${p.n} drin`,
    en: (p: { n: string }) => `of ${p.n} in`,
  },
  cameraHint: { de: 'Code vor die Kamera halten.', en: 'Hold the code before the camera.' },
  cameraStarts: { de: 'Kamera startet …', en: 'Starting the camera …' },
  noCamera: {
    de: 'Keine Kamera. Ein Handscanner oder das Feld unten geht auch.',
    en: 'No camera. A hand scanner or the field below works, too.',
  },
  cameraAgain: { de: 'Kamera noch einmal', en: 'Try the camera again' },

  live: { de: 'Live', en: 'Live' },
  secondsAgo: {
    de: (p: { n: number }) => `vor ${p.n}${NBSP}s`,
    en: (p: { n: number }) => `${p.n}${NBSP}s ago`,
  },
  offlineSince: {
    de: (p: { time: string }) => `Offline seit ${p.time}. Einlass geht weiter.`,
    en: (p: { time: string }) => `Offline since ${p.time}. Admission goes on.`,
  },
  listOld: {
    de: (p: { n: number }) => `Liste ${p.n} min alt: Stornierungen können fehlen.`,
    en: (p: { n: number }) => `List is ${p.n} min old: cancellations may be missing.`,
  },
  unsent: {
    de: (p: { n: number }) => `${p.n} nicht gesendet`,
    en: (p: { n: number }) => `${p.n} not sent`,
  },

  // the results by their names on the wire
  admitted: { de: 'Einlass', en: 'Admit' },
  admitted_unlisted: { de: 'Einlass, neu', en: 'Admit, new' },
  already_in: { de: 'Schon drin', en: 'Already in' },
  void: { de: 'Storniert', en: 'Cancelled' },
  replaced: { de: 'Ersetzt', en: 'Replaced' },
  wrong_concert: { de: 'Anderes Konzert', en: 'Other concert' },
  wrong_day: { de: 'Anderer Tag', en: 'Other day' },
  unknown: { de: 'Unbekannt', en: 'Unknown' },
  unreadable: { de: 'Nicht lesbar', en: 'Not readable' },
  not_recorded: { de: 'Nicht gespeichert', en: 'Not saved' },
  ofOrder: {
    de: (p: { i: number; n: number }) => `${p.i} von ${p.n} dieser Bestellung`,
    en: (p: { i: number; n: number }) => `${p.i} of ${p.n} of this order`,
  },
  unlistedHint: {
    de: 'Nicht auf der Liste, Unterschrift gut.',
    en: 'Not on the list, signature is good.',
  },
  since: {
    de: (p: { what: string }) => `seit ${p.what}`,
    en: (p: { what: string }) => `since ${p.what}`,
  },
  newerTicket: { de: 'Es gibt eine neue Karte.', en: 'There is a newer ticket.' },
  notOurs: { de: 'Nicht von uns ausgestellt.', en: 'Not issued by us.' },
  neverSold: { de: 'Nicht verkauft.', en: 'Never sold.' },
  typeNumber: { de: 'Bestellnummer eintippen.', en: 'Type the order number.' },
  storageFull: { de: 'Speicher voll oder gesperrt.', en: 'Storage is full or blocked.' },

  admitRest: {
    de: (p: { n: number }) => `Ganze Bestellung: noch ${p.n} einlassen`,
    en: (p: { n: number }) => `Whole order: admit ${p.n} more`,
  },
  undo: { de: 'Rückgängig', en: 'Undo' },
  undone: { de: 'Rückgängig gemacht', en: 'Undone' },
  cancel: { de: 'Doch nicht', en: 'Never mind' },
  mistake: { de: 'Versehen', en: 'Mistake' },
  wrongPerson: { de: 'Falsche Person', en: 'Wrong person' },
  leftAgain: { de: 'Wieder gegangen', en: 'Left again' },
  admitAnyway: { de: 'Trotzdem einlassen', en: 'Admit anyway' },
  brieflyOutside: { de: 'War kurz draußen', en: 'Was briefly outside' },
  boxOfficeDecided: { de: 'Entscheidung der Abendkasse', en: 'Box office decided' },
  next: { de: 'Weiter', en: 'Next' },
  late: {
    de: (p: { what: string; since: string }) => `Doppelt: ${p.what} war schon drin, ${p.since}`,
    en: (p: { what: string; since: string }) => `Duplicate: ${p.what} was already in, ${p.since}`,
  },

  order: {
    de: (p: { no: string }) => `Bestellung ${p.no}`,
    en: (p: { no: string }) => `Order ${p.no}`,
  },
  howMany: { de: 'Wie viele?', en: 'How many?' },
  fewer: { de: 'Eine weniger', en: 'One less' },
  moreTickets: { de: 'Eine mehr', en: 'One more' },
  admitCount: {
    de: (p: { n: number }) => `${p.n} einlassen`,
    en: (p: { n: number }) => `Admit ${p.n}`,
  },
  back: { de: 'Zurück', en: 'Back' },
  stateOpen: { de: 'noch nicht da', en: 'not here yet' },
  stateIn: { de: 'drin', en: 'in' },
  nobodyLeft: {
    de: 'Von dieser Bestellung ist niemand mehr offen.',
    en: 'Nobody of this order is left to admit.',
  },

  inOf: {
    de: (p: { n: string; of: string }) => `${p.n} von ${p.of}`,
    en: (p: { n: string; of: string }) => `${p.n} of ${p.of}`,
  },
  all: { de: 'Alle', en: 'All' },
  ticket: { de: 'Karte', en: 'Ticket' },
  state: { de: 'Zustand', en: 'State' },
  ticketType: { de: 'Kartenart', en: 'Ticket type' },
  inside: { de: 'Drin', en: 'In' },
  perMinute: { de: 'Je Minute', en: 'Per minute' },
  time: { de: 'Zeit', en: 'Time' },
  admissions: { de: 'Einlässe', en: 'Admissions' },
  duplicate: { de: 'doppelt', en: 'duplicate' },
  duplicates: { de: 'Doppelte', en: 'Duplicates' },
  refused: { de: 'Abgewiesen', en: 'Refused' },
  reason: { de: 'Grund', en: 'Reason' },
  count: { de: 'Anzahl', en: 'Number' },
  devices: { de: 'Geräte', en: 'Devices' },
  device: { de: 'Gerät', en: 'Device' },
  none: { de: 'Noch keine.', en: 'None yet.' },

  logEmpty: { de: 'Noch nichts geschehen.', en: 'Nothing has happened yet.' },
  clockWrong: { de: 'Uhr des Geräts falsch', en: 'device’s clock is wrong' },
  whyUndo: { de: 'Warum?', en: 'Why?' },
  override: { de: 'Trotzdem eingelassen', en: 'Admitted anyway' },

  sound: { de: 'Ton', en: 'Sound' },
  vibration: { de: 'Vibration', en: 'Vibration' },
  language: { de: 'Sprache', en: 'Language' },
  reloadList: { de: 'Liste neu laden', en: 'Reload the list' },
  listReloaded: { de: 'Liste neu geladen.', en: 'The list was reloaded.' },
  listNotReloaded: {
    de: 'Keine Verbindung. Die Liste bleibt, wie sie ist.',
    en: 'No connection. The list stays as it is.',
  },
  signOut: { de: 'Gerät abmelden', en: 'Sign this device out' },
  signOutHint: {
    de: 'Sendet, was noch nicht gesendet ist, und löscht dann alles auf diesem Gerät.',
    en: 'Sends what is not sent yet, then deletes everything on this device.',
  },
  cannotSignOut: {
    de: 'Keine Verbindung: Es ist noch nicht alles gesendet. Bitte später noch einmal.',
    en: 'No connection: not everything has been sent. Please try again later.',
  },
  validUntil: {
    de: (p: { time: string }) => `Gilt bis ${p.time}.`,
    en: (p: { time: string }) => `Valid until ${p.time}.`,
  },

  endedTitle: { de: 'Einlass beendet', en: 'Admission has ended' },
  endedText: {
    de: 'Dieses Gerät ist abgemeldet. Es hat keine Liste und keine Codes mehr.',
    en: 'This device is signed out. It has no list and no codes any more.',
  },
  endedSending: {
    de: 'Die Zeit dieses Geräts ist abgelaufen. Sobald es eine Verbindung hat, sendet es den Rest und löscht alles.',
    en: 'The time of this device is over. Once it has a connection, it sends the rest and deletes everything.',
  },
  revokedTitle: { de: 'Gerät gesperrt', en: 'Device revoked' },
  revokedText: {
    de: 'Das Büro hat dieses Gerät gesperrt. Alles darauf ist gelöscht.',
    en: 'The office has revoked this device. Everything on it is deleted.',
  },
  pairAgain: { de: 'Neu koppeln', en: 'Pair again' },
  otherTab: {
    de: 'Die App ist schon in einem anderen Fenster offen.',
    en: 'The app is already open in another window.',
  },
  noStorage: {
    de: 'Dieser Browser erlaubt der App keinen Speicher. Bitte kein privates Fenster benutzen.',
    en: 'This browser allows the app no storage. Please do not use a private window.',
  },
});
