import { defineTexts } from './define-texts.ts';

/** Messages of successful calls (product.md 8). */
export const responseTexts = defineTexts({
  resetRequested: {
    de: 'Wenn es diese E-Mail-Adresse gibt, haben wir eine E-Mail mit einem Link zum Zurücksetzen geschickt',
    en: 'if this email address exists, an email with a reset link has been sent',
  },
  passwordReset: {
    de: 'Das Passwort wurde zurückgesetzt',
    en: 'password has been reset successfully',
  },
  emailChangeUndone: {
    de: 'Die Änderung ist rückgängig gemacht. Ihr Konto hat wieder diese E-Mail-Adresse',
    en: 'The change has been undone. Your account has this email address again',
  },
  /** After the message of an unexpected failure. */
  reference: {
    de: (p: { id: string }) => ` (Vorgangsnummer für Rückfragen: ${p.id})`,
    en: (p: { id: string }) => ` (reference for questions: ${p.id})`,
  },
  /** After the reason why a form was refused before it was read. */
  formRefused: {
    de: 'Mit „Zurück“ in Ihrem Browser finden Sie Ihre Eingaben wieder.',
    en: 'The back button of your browser leads to your entries.',
  },
  verificationSent: { de: 'Die E-Mail wurde gesendet', en: 'Email was sent' },
  /** Quoted from product.md 12. */
  ticketsRequested: {
    de: 'Wenn es zu dieser Adresse Bestellungen gibt, haben wir Ihnen eine E-Mail gesandt.',
    en: 'If there are orders for this address, we have sent you an email.',
  },
  messageSent: { de: 'Die Nachricht wurde gesendet', en: 'message sent successfully' },
  preferencesSaved: {
    de: 'Ihre Einstellungen sind gespeichert',
    en: 'Your settings have been saved',
  },
  newsletterRequested: {
    de: 'Wir haben Ihnen eine E-Mail geschickt. Bitte bestätigen Sie darin Ihre Anmeldung',
    en: 'We have sent you an email. Please confirm your subscription there',
  },
  unsubscribed: {
    de: 'Sie erhalten keine E-Mails mehr von uns',
    en: 'You will receive no more emails from us',
  },
});
