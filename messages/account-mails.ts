import { defineTexts } from './define-texts.ts';

/** Mails about an account: verification of the address, reset of the password, changes of both. */
export const accountMailTexts = defineTexts({
  greeting: {
    de: (p: { name: string }) => `Guten Tag ${p.name},`,
    en: (p: { name: string }) => `Dear ${p.name},`,
  },
  // to an address that nobody has verified: its name may be a stranger's text
  plainGreeting: { de: 'Guten Tag,', en: 'Hello,' },

  verifySubject: {
    de: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    en: 'Please confirm your email address',
  },
  verifyPreheader: {
    de: 'Ein Klick, und Ihr Konto ist vollständig.',
    en: 'One click, and your account is complete.',
  },
  verifyHeading: { de: 'Ihre E-Mail-Adresse', en: 'Your email address' },
  verifyText: {
    de: 'bitte bestätigen Sie, dass diese E-Mail-Adresse zu Ihrem Konto gehört.',
    en: 'Please confirm that this email address belongs to your account.',
  },
  verifyButton: { de: 'E-Mail-Adresse bestätigen', en: 'Confirm email address' },
  verifyValidity: {
    de: 'Der Link gilt sieben Tage. In Ihrem persönlichen Bereich können Sie jederzeit einen neuen anfordern.',
    en: 'The link is valid for seven days. You can ask for a new one in your personal area at any time.',
  },
  verifyIgnore: {
    de: 'Sie haben kein Konto bei uns angelegt? Dann brauchen Sie nichts zu tun; wir schreiben Ihnen nicht weiter.',
    en: 'If you have not created an account with us, you can ignore this email. We will not write to you again.',
  },

  resetSubject: { de: 'Ihr neues Passwort', en: 'Your new password' },
  resetPreheader: {
    de: 'Mit diesem Link wählen Sie ein neues Passwort.',
    en: 'Use this link to choose a new password.',
  },
  resetHeading: { de: 'Neues Passwort wählen', en: 'Choose a new password' },
  resetText: {
    de: 'für Ihr Konto wurde ein neues Passwort angefordert. Mit diesem Link können Sie es wählen:',
    en: 'Somebody has asked to reset the password of your account. Use this link to choose a new one:',
  },
  resetButton: { de: 'Neues Passwort wählen', en: 'Choose a new password' },
  resetValidity: {
    de: 'Der Link gilt eine Stunde und nur einmal. Danach sind Sie auf allen Geräten abgemeldet.',
    en: 'The link is valid for one hour and works only once. You will then be logged out on all devices.',
  },
  resetIgnore: {
    de: 'Sie haben das nicht angefordert? Dann brauchen Sie nichts zu tun, Ihr Passwort bleibt, wie es ist.',
    en: 'If you did not ask for this, you can ignore this email. Your password stays the same.',
  },

  emailChangedSubject: {
    de: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
    en: 'Your account’s email address has been changed',
  },
  emailChangedPreheader: {
    de: 'Waren Sie das nicht? Dann machen Sie es bitte rückgängig.',
    en: 'If this was not you, please undo it.',
  },
  emailChangedHeading: { de: 'Neue E-Mail-Adresse', en: 'New email address' },
  emailChangedText: {
    de: 'Ihr Konto bei uns hat jetzt eine andere E-Mail-Adresse. Waren Sie das nicht, dann bekommt es mit diesem Link die bisherige zurück; alle Geräte werden abgemeldet, und wir schicken Ihnen einen Link für ein neues Passwort:',
    en: 'The email address of your account has been changed. If this was not you, use this link to restore the previous one. All devices will be logged out, and we will send you a link to choose a new password:',
  },
  undoButton: { de: 'Änderung rückgängig machen', en: 'Undo the change' },
  undoValidity: { de: 'Der Link gilt sieben Tage.', en: 'The link is valid for seven days.' },
  changedIgnore: {
    de: 'Sie haben das selbst geändert? Dann brauchen Sie nichts zu tun.',
    en: 'If you made this change yourself, there is nothing you need to do.',
  },

  passwordChangedSubject: {
    de: 'Das Passwort Ihres Kontos wurde geändert',
    en: 'Your account’s password has been changed',
  },
  passwordChangedPreheader: {
    de: 'Waren Sie das nicht? Dann wählen Sie bitte gleich ein neues.',
    en: 'If this was not you, please choose a new one straight away.',
  },
  passwordChangedHeading: { de: 'Passwort geändert', en: 'Password changed' },
  passwordChangedText: {
    de: 'Ihr Konto bei uns hat jetzt ein anderes Passwort. Waren Sie das nicht, dann wählen Sie bitte ein neues; damit werden alle Geräte abgemeldet:',
    en: 'The password of your account has been changed. If this was not you, please choose a new one; all devices will then be logged out:',
  },
  // to an address that the account had before
  earlierPasswordChangedText: {
    de: 'Ihr Konto bei uns, das bis vor Kurzem diese E-Mail-Adresse hatte, hat jetzt ein anderes Passwort. Waren Sie das nicht, dann bekommt es mit diesem Link diese Adresse zurück; alle Geräte werden abgemeldet, und wir schicken Ihnen einen Link für ein neues Passwort:',
    en: 'The password of your account, which used this email address until recently, has been changed. If this was not you, use this link to restore this address. All devices will be logged out, and we will send you a link to choose a new password:',
  },
  earlierUndoValidity: {
    de: 'Der Link gilt sieben Tage ab der Änderung der Adresse.',
    en: 'The link is valid for seven days after the address was changed.',
  },
});
