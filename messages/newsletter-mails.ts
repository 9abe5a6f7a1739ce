import { defineTexts } from './define-texts.ts';

/** Mails about a newsletter subscription. */
export const newsletterMailTexts = defineTexts({
  confirmSubject: {
    de: 'Bitte bestätigen Sie Ihre Anmeldung zum Newsletter',
    en: 'Please confirm your newsletter subscription',
  },
  confirmPreheader: {
    de: 'Wählen Sie, was Sie von uns lesen möchten, und speichern Sie.',
    en: 'Choose what you would like to receive, and save.',
  },
  confirmHeading: { de: 'Ihr Newsletter', en: 'Your newsletter' },
  confirmText: {
    de: 'Sie möchten Post von uns? Wie schön. Wählen Sie auf der folgenden Seite, was Sie lesen möchten, und speichern Sie: Damit ist Ihre Anmeldung bestätigt.',
    en: 'We are glad that you would like to hear from us. On the next page, choose what you would like to receive and save; that confirms your subscription.',
  },
  confirmButton: { de: 'Auswählen und bestätigen', en: 'Choose and confirm' },
  confirmIgnore: {
    de: 'Sie haben sich nicht angemeldet? Dann brauchen Sie nichts zu tun: Ohne Ihre Bestätigung schicken wir keinen Newsletter.',
    en: 'If you did not subscribe, you can ignore this email. Without your confirmation, we will not send you a newsletter.',
  },
});
