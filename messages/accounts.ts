import { defineTexts } from './define-texts.ts';

/** Fields that several account pages ask for. */
export const accountFieldTexts = defineTexts({
  firstName: { de: 'Vorname', en: 'First name' },
  lastName: { de: 'Nachname', en: 'Last name' },
  email: { de: 'E-Mail', en: 'Email' },
  password: { de: 'Passwort', en: 'Password' },
  newPassword: { de: 'Neues Passwort', en: 'New password' },
  passwordHint: {
    de: 'Mindestens 10\u00A0Zeichen. Ein kurzer Satz merkt sich leichter als Sonderzeichen.',
    en: 'At least 10\u00A0characters. A short sentence is easier to remember than symbols.',
  },
  passwordConfirmation: { de: 'Passwort wiederholen', en: 'Repeat password' },
});

/** Login, register, reset password, verify e-mail (product.md 2, 5 and 8). */
export const accountTexts = defineTexts({
  loginTitle: { de: 'Anmelden', en: 'Log in' },
  logIn: { de: 'Anmelden', en: 'Log in' },
  loggingIn: { de: 'Anmeldung läuft', en: 'Logging in' },
  invalidCredentials: {
    de: 'Die angegebenen Zugangsdaten sind nicht richtig',
    en: 'the credentials provided are incorrect',
  },
  forgot: { de: 'Passwort vergessen?', en: 'Forgot your password?' },
  findTickets: { de: 'Karten wiederfinden', en: 'Find my tickets' },
  noAccount: { de: 'Noch kein Konto?', en: 'No account yet?' },
  toRegister: { de: 'Konto anlegen', en: 'Create an account' },

  forgotTitle: { de: 'Passwort vergessen', en: 'Forgot password' },
  forgotText: {
    de: 'Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
    en: 'We will send you a link to choose a new password.',
  },
  sendLink: { de: 'Link anfordern', en: 'Send link' },
  sendingLink: { de: 'Wird angefordert', en: 'Sending' },
  linkSent: {
    de: 'Wenn es diese E-Mail-Adresse gibt, haben wir eine E-Mail mit einem Link zum Zurücksetzen geschickt',
    en: 'if this email address exists, an email with a reset link has been sent',
  },
  linkSentHelp: {
    de: 'Der Link gilt eine Stunde. Nichts gekommen? Sehen Sie bitte auch im Spam-Ordner nach.',
    en: 'The link is valid for one hour. If nothing arrives, please check your spam folder.',
  },
  linkFailed: {
    de: 'Der Link zum Zurücksetzen konnte nicht gesendet werden',
    en: 'failed to send the password reset link',
  },
  backToLogin: { de: 'Zurück zur Anmeldung', en: 'Back to login' },
  toLogin: { de: 'Zur Anmeldung', en: 'Log in' },

  registerTitle: { de: 'Konto anlegen', en: 'Create an account' },
  register: { de: 'Konto anlegen', en: 'Create account' },
  registering: { de: 'Konto wird angelegt', en: 'Creating your account' },
  emailTaken: {
    de: 'Es gibt bereits ein Konto mit dieser E-Mail-Adresse',
    en: 'a user with this email already signed up',
  },
  registerFailed: {
    de: 'Das Konto konnte nicht angelegt werden',
    en: 'The account could not be created',
  },
  haveAccount: { de: 'Sie haben schon ein Konto?', en: 'Already have an account?' },

  resetTitle: { de: 'Neues Passwort', en: 'New password' },
  savePassword: { de: 'Passwort speichern', en: 'Save password' },
  saving: { de: 'Wird gespeichert', en: 'Saving' },
  passwordReset: {
    de: 'Das Passwort wurde zurückgesetzt',
    en: 'password has been reset successfully',
  },
  passwordResetHelp: {
    de: 'Sie sind auf allen Geräten abgemeldet und melden sich mit dem neuen Passwort an.',
    en: 'You have been logged out on all devices. Please log in with your new password.',
  },
  unknownError: {
    de: 'Ein unbekannter Fehler ist aufgetreten',
    en: 'an unknown error occurred',
  },
  resetFailed: {
    de: 'Das Passwort konnte nicht zurückgesetzt werden',
    en: 'failed to reset password',
  },
  resetFailedHelp: {
    de: 'Der Link gilt eine Stunde und nur einmal.',
    en: 'The link is valid for one hour and works only once.',
  },
  newLink: { de: 'Neuen Link anfordern', en: 'Request a new link' },

  verifyTitle: { de: 'E-Mail bestätigen', en: 'Confirm email' },
  verifyText: {
    de: 'Bitte bestätigen Sie, dass die Adresse, an die wir diesen Link geschickt haben, Ihnen gehört.',
    en: 'Please confirm that the address we sent this link to is yours.',
  },
  verify: { de: 'E-Mail-Adresse bestätigen', en: 'Confirm email address' },
  verifying: { de: 'Wird bestätigt', en: 'Confirming' },
  verified: {
    de: 'Ihre E-Mail-Adresse ist bestätigt.',
    en: 'Your email address has been confirmed.',
  },
  verifyInvalid: { de: 'Ungültiger Bestätigungslink', en: 'invalid verification link' },
  verifyFailed: {
    de: 'Die E-Mail-Adresse konnte nicht bestätigt werden, bitte versuchen Sie es erneut',
    en: 'email verification failed, please try again',
  },
  verifyHelp: {
    de: 'Einen neuen Link schicken wir Ihnen jederzeit: In Ihrem Bereich genügt ein Klick.',
    en: 'You can request a new link in your personal area at any time.',
  },
  undoTitle: { de: 'Bisherige E-Mail-Adresse', en: 'Previous email address' },
  undoText: {
    de: 'Ihr Konto bekommt die Adresse zurück, an die wir diesen Link geschickt haben. Alle Geräte werden abgemeldet.',
    en: 'Your account goes back to the address this link was sent to. All devices will be logged out.',
  },
  undo: { de: 'Änderung rückgängig machen', en: 'Undo the change' },
  undoneHelp: {
    de: 'Alle Geräte sind abgemeldet. Wir haben Ihnen einen Link geschickt, mit dem Sie ein neues Passwort wählen; bitte tun Sie das gleich.',
    en: 'All devices have been logged out. We have sent you a link to choose a new password; please do so straight away.',
  },
  undoHelp: {
    de: 'Der Link gilt sieben Tage und nur einmal. Brauchen Sie Hilfe mit Ihrem Konto?',
    en: 'The link is valid for seven days and works only once. Do you need help with your account?',
  },
  writeToUs: { de: 'Schreiben Sie uns', en: 'Write to us' },

  toPersonalArea: { de: 'Zu Ihrem Bereich', en: 'Go to your personal area' },
});

/** The personal area (product.md 2 and 9). */
export const personalTexts = defineTexts({
  title: { de: 'Mein Bereich', en: 'Personal area' },
  greeting_morning: {
    de: (p: { name: string }) => `Guten Morgen, ${p.name}`,
    en: (p: { name: string }) => `Good morning, ${p.name}`,
  },
  greeting_noon: {
    de: (p: { name: string }) => `Guten Mittag, ${p.name}`,
    en: (p: { name: string }) => `Good day, ${p.name}`,
  },
  greeting_afternoon: {
    de: (p: { name: string }) => `Guten Tag, ${p.name}`,
    en: (p: { name: string }) => `Good afternoon, ${p.name}`,
  },
  greeting_evening: {
    de: (p: { name: string }) => `Guten Abend, ${p.name}`,
    en: (p: { name: string }) => `Good evening, ${p.name}`,
  },

  unverifiedTitle: {
    de: 'Ihre E-\u2060Mail-Adresse ist noch nicht bestätigt.',
    en: 'Your email address is not confirmed yet.',
  },
  unverifiedText: {
    de: (p: { email: string }) =>
      `Wir haben eine E-\u2060Mail an ${p.email} geschickt. Bitte klicken Sie auf den Link darin, damit wir Sie sicher erreichen.`,
    en: (p: { email: string }) =>
      `We have sent an email to ${p.email}. Please click the link in it so that we know we can reach you.`,
  },
  resend: { de: 'E-Mail noch einmal senden', en: 'Send the email again' },
  resending: { de: 'Wird gesendet', en: 'Sending' },
  resent: { de: 'Die E-Mail wurde gesendet', en: 'Email was sent' },
  resendFailed: {
    de: 'Die E-Mail konnte nicht gesendet werden',
    en: 'The email could not be sent',
  },

  orders: { de: 'Ihre Bestellungen', en: 'Your orders' },
  ordersFailed: {
    de: 'Ihre Bestellungen lassen sich gerade nicht laden.',
    en: 'Your orders cannot be loaded at the moment.',
  },
  noOrdersTitle: { de: 'Noch keine Bestellung.', en: 'No orders yet.' },
  noOrdersText: {
    de: 'Was Sie angemeldet bestellen, finden Sie hier wieder: Karten, Rechnung, Bestätigung.',
    en: 'Tickets, invoices and confirmations of orders you place while logged in appear here.',
  },
  toConcerts: { de: 'Zu den Konzerten', en: 'See all concerts' },
  orderNumber: {
    de: (p: { number: string }) => `Bestellung ${p.number}`,
    en: (p: { number: string }) => `Order ${p.number}`,
  },
  total: { de: 'Gesamt', en: 'Total' },
  cancelled: {
    de: (p: { date: string }) => `Storniert am ${p.date}`,
    en: (p: { date: string }) => `Cancelled on ${p.date}`,
  },
  documents: { de: 'Dokumente', en: 'Documents' },
  invoice: { de: 'Rechnung', en: 'Invoice' },
  invoicePending: { de: 'Rechnung wird erstellt', en: 'Invoice is being created' },
  confirmation: { de: 'Bestätigung', en: 'Confirmation' },
  ticket: {
    de: (p: { number: number; name: string }) => `Karte ${p.number} (${p.name})`,
    en: (p: { number: number; name: string }) => `Ticket ${p.number} (${p.name})`,
  },
  ticketPending: { de: 'Karte wird erstellt', en: 'Ticket is being created' },
  ticketsAtBoxOffice: {
    de: 'Karten liegen an der Abendkasse',
    en: 'Collect tickets at the box office',
  },
  cancelledTickets: {
    de: (p: { count: number }) =>
      p.count === 1 ? 'Eine Karte storniert' : `${p.count} Karten storniert`,
    en: (p: { count: number }) =>
      p.count === 1 ? 'One ticket cancelled' : `${p.count} tickets cancelled`,
  },
  ticketsByPost: { de: 'Karten kommen per Post', en: 'Tickets will come by post' },

  comingSoon: { de: 'demnächst', en: 'coming soon' },
  comingSoonHome: {
    de: 'Ihr eigener Festivalkalender: gemerkte Konzerte neben denen, für die Sie Karten haben.',
    en: 'Your own festival calendar: the concerts you have marked and those you have tickets for.',
  },
  yourAccount: { de: 'Ihr Konto', en: 'Your account' },
  toProfile: { de: 'Profil ändern', en: 'Edit profile' },
  toProfileText: {
    de: 'Name, E-\u2060Mail, Passwort und Sprache.',
    en: 'Name, email, password and language.',
  },
  toNewsletter: { de: 'Newsletter einstellen', en: 'Newsletter preferences' },
  toNewsletterText: {
    de: 'Was Sie von uns lesen möchten, und auf welchem Weg.',
    en: 'What we send you, and how.',
  },
});

/** The profile page. */
export const profileTexts = defineTexts({
  title: { de: 'Ihr Profil', en: 'Your profile' },
  nameLegend: { de: 'Name', en: 'Name' },
  loginLegend: { de: 'Anmeldung', en: 'Login details' },
  emailHint: {
    de: 'Eine neue Adresse bestätigen Sie bitte über den Link, den wir dorthin schicken.',
    en: 'We will send a link to a new address so that you can confirm it.',
  },
  passwordHint: {
    de: 'Leer lassen, wenn es bleiben soll. Sonst mindestens 10\u00A0Zeichen.',
    en: 'Leave empty to keep your current password. Otherwise at least 10\u00A0characters.',
  },
  currentPassword: { de: 'Bisheriges Passwort', en: 'Current password' },
  currentPasswordWrong: {
    de: 'Das bisherige Passwort stimmt nicht',
    en: 'The current password is incorrect',
  },
  currentPasswordHint: {
    de: 'Weil Sie E-\u2060Mail oder Passwort ändern.',
    en: 'Needed to change your email or password.',
  },
  language: { de: 'Sprache', en: 'Language' },
  languageHint: {
    de: 'In dieser Sprache schreiben wir Ihnen.',
    en: 'We write to you in this language.',
  },
  save: { de: 'Speichern', en: 'Save' },
  saving: { de: 'Wird gespeichert', en: 'Saving' },
  cancel: { de: 'Abbrechen', en: 'Cancel' },
  saved: { de: 'Ihre Angaben sind gespeichert.', en: 'Your details have been saved.' },
  savedEmail: {
    de: (p: { email: string }) =>
      `Ihre Angaben sind gespeichert. Bitte bestätigen Sie ${p.email} über den Link, den wir dorthin geschickt haben.`,
    en: (p: { email: string }) =>
      `Your details have been saved. Please confirm ${p.email} using the link we have sent there.`,
  },
  saveFailed: {
    de: 'Ihre Angaben konnten nicht gespeichert werden',
    en: 'Your details could not be saved',
  },
  comingSoonText: {
    de: 'Lieferadresse ändern und Konto löschen. Bis dahin: Die Adresse ändern Sie bei Ihrer nächsten Bestellung. Schreiben Sie uns, wir löschen Ihr Konto.',
    en: 'Changing your delivery address and deleting your account. Until then, you can change the address with your next order, and we will delete your account if you write to us.',
  },
  writeToUs: { de: 'Schreiben Sie uns', en: 'Write to us' },
});

/** The sessions on the profile page. */
export const sessionTexts = defineTexts({
  sessionEnded: {
    de: 'Ihre Anmeldung ist abgelaufen. Bitte melden Sie sich noch einmal an, danach geht es hier weiter.',
    en: 'Your session has ended. Please log in again and you will return to this page.',
  },
  title: { de: 'Wo Sie angemeldet sind', en: 'Where you are logged in' },
  since: {
    de: (p: { date: string }) => `Seit ${p.date}`,
    en: (p: { date: string }) => `Since ${p.date}`,
  },
  current: { de: 'hier in diesem Browser', en: 'here in this browser' },
  lastUsed: {
    de: (p: { date: string }) => `zuletzt benutzt ${p.date}`,
    en: (p: { date: string }) => `last used ${p.date}`,
  },
  logOutEverywhere: { de: 'Überall abmelden', en: 'Log out everywhere' },
  loggedOutEverywhere: {
    de: 'Sie sind auf allen Geräten abgemeldet.',
    en: 'You have been logged out on all devices.',
  },
});

/** The message to a customer who sends the form of another one. */
export const otherCustomerTexts = defineTexts({
  signedIn: {
    de: 'Inzwischen ist jemand anderes angemeldet. Bitte prüfen Sie Ihre Angaben.',
    en: 'Somebody else has logged in. Please check your details.',
  },
});
