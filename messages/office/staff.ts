import { defineTexts } from '../define-texts.ts';

/** Signing in, staff and one's own account (office.md 2); exact texts where office.md quotes them. */
export const staffTexts = defineTexts({
  signIn: { de: 'Anmelden', en: 'Sign in' },
  signOut: { de: 'Abmelden', en: 'Sign out' },
  email: { de: 'E-Mail', en: 'Email' },
  password: { de: 'Passwort', en: 'Password' },
  code: { de: 'Einmalcode', en: 'One-time code' },
  codeHint: {
    de: 'Sechs Ziffern aus Ihrer App, oder ein Notfallcode.',
    en: 'Six digits from your app, or a recovery code.',
  },
  withPasskey: { de: 'Mit Passkey anmelden', en: 'Sign in with a passkey' },
  wrongSignIn: {
    de: 'E-Mail, Passwort oder Code stimmen nicht.',
    en: 'Email, password or code is not right.',
  },
  cookiesBlocked: {
    de: 'Ihr Browser nimmt keine Cookies an. Ohne sie können Sie sich nicht anmelden: Bitte erlauben Sie Cookies für diese Seite, und versuchen Sie es noch einmal.',
    en: 'Your browser blocks cookies. You cannot sign in without them: please allow cookies for this site and try again.',
  },
  wrongConfirmation: {
    de: 'Passwort oder Code stimmen nicht.',
    en: 'Password or code is incorrect.',
  },
  tooMany: {
    de: (p: { minutes: number }) =>
      `Zu viele Versuche. Bitte warten Sie ${p.minutes === 1 ? 'eine Minute' : `${p.minutes} Minuten`}.`,
    en: (p: { minutes: number }) =>
      `Too many attempts. Please wait ${p.minutes === 1 ? 'a minute' : `${p.minutes} minutes`}.`,
  },
  idle: {
    de: 'Sie waren länger nicht da und sind abgemeldet.',
    en: 'You were away for a while and have been signed out.',
  },
  long: {
    de: 'Ihre Anmeldung galt nur für einige Stunden und ist zu Ende. Bitte melden Sie sich neu an.',
    en: 'Your sign-in was valid for some hours only and has ended. Please sign in again.',
  },
  ended: {
    de: 'Diese Anmeldung wurde beendet: Ihr Zugang oder Ihre Rolle hat sich geändert, oder Sie haben sich überall abgemeldet.',
    en: 'This sign-in was ended: your access or role has changed, or you have signed out everywhere.',
  },
  nobodyInvited: {
    de: 'Noch ist niemand eingeladen: npm run office -- staff:invite E-MAIL --role admin',
    en: 'Nobody has been invited yet: npm run office -- staff:invite EMAIL --role admin',
  },
  noAccess: {
    de: 'Passwort vergessen oder Telefon verloren? Bitte lassen Sie sich neu einladen.',
    en: 'Forgotten your password or lost your phone? Please ask for a new invitation.',
  },
  or: { de: 'oder', en: 'or' },

  confirmTitle: {
    de: 'Bitte bestätigen Sie, dass Sie es sind',
    en: 'Please confirm that it is you',
  },
  confirmText: {
    de: 'Was Sie vorhaben, hat Folgen. Darum fragen wir noch einmal nach.',
    en: 'What you are about to do has consequences, so we are asking once more.',
  },
  confirmDemo: {
    de: 'In der Vorführung genügt das Passwort.',
    en: 'In the demonstration, the password is enough.',
  },
  confirm: { de: 'Bestätigen', en: 'Confirm' },
  downloadStarts: {
    de: 'Danach beginnt der Download; diese Seite bleibt stehen.',
    en: 'The download will then start; this page stays open.',
  },
  backToPage: { de: 'Zurück zur vorigen Seite', en: 'Back to the previous page' },
  confirmed: { de: 'Sie haben sich bestätigt.', en: 'You have confirmed that it is you.' },
  confirmWithPasskey: { de: 'Mit Passkey bestätigen', en: 'Confirm with a passkey' },

  setUp: { de: 'Konto einrichten', en: 'Set up your account' },
  setUpFor: {
    de: (p: { email: string }) => `Für ${p.email}.`,
    en: (p: { email: string }) => `For ${p.email}.`,
  },
  name: { de: 'Name', en: 'Name' },
  passwordRepeat: { de: 'Passwort wiederholen', en: 'Repeat password' },
  passwordHint: {
    de: '12 bis 128 Zeichen. Einfügen aus einem Passwortmanager ist willkommen.',
    en: '12 to 128 characters. Pasting from a password manager is welcome.',
  },
  keyText: {
    de: 'Scannen Sie den QR-Code mit einer App für Einmalcodes, oder geben Sie dort den Schlüssel ein.',
    en: 'Scan the QR code with an app for one-time codes, or enter the key there.',
  },
  qrText: {
    de: 'QR-Code mit dem Schlüssel, der auch als Text daneben steht',
    en: 'QR code of the key, which is also shown as text',
  },
  key: { de: 'Schlüssel', en: 'Key' },
  openApp: { de: 'In einer App auf diesem Gerät öffnen', en: 'Open in an app on this device' },
  createAccount: { de: 'Konto anlegen', en: 'Create account' },
  createWithPasskey: { de: 'Mit Passkey anlegen', en: 'Create with a passkey' },
  passkeyText: {
    de: 'Ein Passkey ersetzt Passwort und Einmalcode: Sie entsperren nur Ihr Gerät.',
    en: 'A passkey replaces password and one-time code: you just unlock your device.',
  },
  invitationInvalid: {
    de: 'Diese Einladung gilt nicht mehr.',
    en: 'This invitation is no longer valid.',
  },
  invitationInvalidText: {
    de: 'Bitte lassen Sie sich noch einmal einladen.',
    en: 'Please ask to be invited again.',
  },
  passwordLength: {
    de: 'Bitte 12 bis 128 Zeichen.',
    en: 'Please use 12 to 128 characters.',
  },
  passwordIsEmail: {
    de: 'Das Passwort darf nicht Ihre E‑Mail-Adresse sein.',
    en: 'The password must not be your email address.',
  },
  passwordCommon: {
    de: 'Dieses Passwort ist zu verbreitet. Bitte wählen Sie ein anderes.',
    en: 'This password is too common. Please choose another one.',
  },
  passwordsDiffer: {
    de: 'Die Passwörter sind verschieden.',
    en: 'The passwords are different.',
  },
  wrongCode: {
    de: 'Dieser Code stimmt nicht. Bitte nehmen Sie den neuesten.',
    en: 'This code is not right. Please take the latest one.',
  },
  passkeyFailed: {
    de: 'Der Passkey ließ sich nicht einrichten. Bitte versuchen Sie es noch einmal.',
    en: 'The passkey could not be set up. Please try again.',
  },

  recoveryCodes: { de: 'Notfallcodes', en: 'Recovery codes' },
  recoveryText: {
    de: 'Jeder dieser Codes ersetzt einmal den Einmalcode, wenn Ihr Telefon fehlt. Sie werden nur jetzt gezeigt.',
    en: 'Each of these codes replaces a one-time code once if you do not have your phone. They are shown only now.',
  },
  written: { de: 'Ich habe sie aufgeschrieben', en: 'I have written them down' },
  next: { de: 'Weiter', en: 'Continue' },
  codesNoted: {
    de: 'Die Notfallcodes sind aufgeschrieben.',
    en: 'The recovery codes are written down.',
  },

  invite: { de: 'Einladen', en: 'Invite' },
  role: { de: 'Rolle', en: 'Role' },
  language: { de: 'Sprache', en: 'Language' },
  german: { de: 'Deutsch', en: 'German' },
  english: { de: 'Englisch', en: 'English' },
  asBrowser: { de: 'Wie der Browser', en: 'Same as the browser' },
  sendInvitation: { de: 'Einladung senden', en: 'Send invitation' },
  invited: {
    de: (p: { email: string }) => `Die Einladung geht an ${p.email} und gilt 48 Stunden.`,
    en: (p: { email: string }) => `The invitation goes to ${p.email} and is valid for 48 hours.`,
  },
  everybody: { de: 'Alle im Team', en: 'Everybody' },
  waysToSignIn: { de: 'Anmeldung mit', en: 'Signs in with' },
  lastSignIn: { de: 'Zuletzt angemeldet', en: 'Last sign-in' },
  state: { de: 'Zustand', en: 'State' },
  stateInvited: { de: 'eingeladen', en: 'invited' },
  stateActive: { de: 'aktiv', en: 'active' },
  stateDisabled: { de: 'gesperrt', en: 'disabled' },
  never: { de: 'noch nie', en: 'never' },
  wayPassword: { de: 'Passwort und Code', en: 'Password and code' },
  wayDemo: { de: 'Passwort (Vorführung)', en: 'Password (demonstration)' },
  wayPasskeys: {
    de: (p: { count: number }) => (p.count === 1 ? '1 Passkey' : `${p.count} Passkeys`),
    en: (p: { count: number }) => (p.count === 1 ? '1 passkey' : `${p.count} passkeys`),
  },
  wayNone: { de: 'noch nichts', en: 'nothing yet' },
  changeRole: { de: 'Rolle ändern', en: 'Change role' },
  disable: { de: 'Sperren', en: 'Disable' },
  disableText: {
    de: 'Beendet alle Sitzungen sofort. Niemand wird gelöscht: Das Protokoll nennt die Namen.',
    en: 'Ends all sessions at once. Nobody is deleted: the audit log names them.',
  },
  enable: { de: 'Entsperren', en: 'Enable' },
  inviteAgain: { de: 'Neu einladen', en: 'Invite again' },
  inviteAgainText: {
    de: 'Für ein verlorenes Telefon oder ein vergessenes Passwort: Die Einladung setzt neue Zugangsdaten und beendet alle Sitzungen.',
    en: 'For a lost phone or a forgotten password: the invitation sets new credentials and ends all sessions.',
  },
  invitedAgainText: {
    de: 'Die neue Einladung gilt 48 Stunden; der Link der alten gilt dann nicht mehr.',
    en: 'The new invitation is valid for 48 hours; the previous link no longer works.',
  },
  lastAdministrator: {
    de: 'Es muss mindestens eine aktive Leitung geben.',
    en: 'There must be at least one active administrator.',
  },
  ownRole: {
    de: 'Die eigene Rolle kann niemand ändern.',
    en: 'Nobody can change their own role.',
  },
  isDemo: {
    de: 'Konten der Vorführung lassen sich nicht ändern.',
    en: 'Accounts of the demonstration cannot be changed.',
  },

  settings: { de: 'Angaben', en: 'Details' },
  save: { de: 'Speichern', en: 'Save' },
  languageSaved: { de: 'Das Büro spricht jetzt Deutsch.', en: 'The office now speaks English.' },
  passkeys: { de: 'Passkeys', en: 'Passkeys' },
  passkeyName: { de: 'Name des Passkeys', en: 'Name of the passkey' },
  addPasskey: { de: 'Passkey hinzufügen', en: 'Add a passkey' },
  rename: { de: 'Umbenennen', en: 'Rename' },
  remove: { de: 'Entfernen', en: 'Remove' },
  noPasskeys: { de: 'Noch kein Passkey.', en: 'No passkey yet.' },
  needsScripts: {
    de: 'Passkeys brauchen JavaScript.',
    en: 'Passkeys need JavaScript.',
  },
  created: { de: 'Angelegt', en: 'Created' },
  used: { de: 'Zuletzt benutzt', en: 'Last used' },
  passkeyStopped: {
    de: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
    en: 'Something went wrong. Please try again.',
  },
  tooManyPasskeys: {
    de: 'Höchstens zehn Passkeys. Bitte entfernen Sie zuerst einen.',
    en: 'You can have ten passkeys at most. Please remove one first.',
  },
  lastWay: {
    de: 'Das ist Ihr letzter Weg, sich anzumelden.',
    en: 'This is your only remaining way to sign in.',
  },
  newPassword: { de: 'Neues Passwort', en: 'New password' },
  setPassword: { de: 'Passwort ändern', en: 'Change password' },
  newKey: { de: 'Neuer Schlüssel für Einmalcodes', en: 'New key for one-time codes' },
  showKey: { de: 'Neuen Schlüssel anzeigen', en: 'Show a new key' },
  setKey: { de: 'Schlüssel ändern', en: 'Change key' },
  newCodes: { de: 'Neue Notfallcodes', en: 'New recovery codes' },
  makeCodes: { de: 'Neue Notfallcodes anlegen', en: 'Create new recovery codes' },
  codesLeft: {
    de: (p: { count: number }) => `Unbenutzt: ${p.count} von 10.`,
    en: (p: { count: number }) => `Unused: ${p.count} of 10.`,
  },
  sessions: { de: 'Offene Sitzungen', en: 'Open sessions' },
  browser: { de: 'Browser', en: 'Browser' },
  since: { de: 'Seit', en: 'Since' },
  seen: { de: 'Zuletzt gesehen', en: 'Last seen' },
  thisSession: { de: 'diese Sitzung', en: 'this session' },
  unknownBrowser: { de: 'unbekannt', en: 'unknown' },
  endSessions: { de: 'Überall abmelden', en: 'Sign out everywhere' },
  alarms: { de: 'Alarm-Mails', en: 'Alarm mails' },
  wantsAlarms: {
    de: 'Mails bekommen, wenn etwas dringend ist',
    en: 'Get mails when something is urgent',
  },
  privacy: { de: 'Was das Protokoll über Sie festhält', en: 'What the audit log keeps about you' },
  privacyText: {
    de: 'Das Protokoll hält fest, wer wann was geändert hat: Ihren Namen, Ihre Rolle, Zeit und Änderung, acht Jahre lang ab Jahresende, weil Geld und Rechnungen nachvollziehbar sein müssen (Art. 6 Abs. 1 Buchst. c und f DSGVO). Anmeldungen mit dem gekürzten Netz (/24 oder /48) und Sitzungen mit einer Prüfsumme des Netzes löschen wir nach zwölf Monaten.',
    en: 'The audit log records who changed what and when: your name, your role, time and change, for eight years from the end of the year, because money and invoices must be traceable (Art. 6 (1) (c) and (f) GDPR). Sign-ins with the shortened network (/24 or /48) and sessions with a checksum of the network are deleted after twelve months.',
  },
  privacyRights: {
    de: 'Verantwortlich ist der Verein. Sie haben das Recht auf Auskunft, Berichtigung, Einschränkung, Widerspruch und Beschwerde bei der Aufsichtsbehörde.',
    en: 'The association is the controller. You have the right to access, rectification, restriction, objection, and to complain to the supervisory authority.',
  },

  stillThere: { de: 'Noch da?', en: 'Still there?' },
  stillThereText: {
    de: 'In zwei Minuten werden Sie abgemeldet. Was Sie in ein Formular geschrieben haben, bleibt.',
    en: 'You will be signed out in two minutes. What you have typed into a form is kept.',
  },
  stay: { de: 'Angemeldet bleiben', en: 'Stay signed in' },
});
