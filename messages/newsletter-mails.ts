import { defineTexts } from './define-texts.ts';

/** Mails about a newsletter subscription. */
export const newsletterMailTexts = defineTexts({
  confirmSubject: {
    de: 'Bitte bestätigen Sie Ihre Anmeldung zum Newsletter',
    en: 'Please confirm your newsletter subscription',
  },
  confirmPreheader: {
    de: 'Wählen Sie, was Sie von uns lesen möchten, und speichern Sie.',
    en: 'Choose what you would like to read from us, and save.',
  },
  confirmHeading: { de: 'Ihr Newsletter', en: 'Your newsletter' },
  confirmText: {
    de: 'Sie möchten Post von uns? Wie schön. Wählen Sie auf der folgenden Seite, was Sie lesen möchten, und speichern Sie: Damit ist Ihre Anmeldung bestätigt.',
    en: 'You would like to hear from us? How lovely. Choose on the following page what you would like to read, and save: this confirms your subscription.',
  },
  confirmButton: { de: 'Auswählen und bestätigen', en: 'Choose and confirm' },
  confirmIgnore: {
    de: 'Sie haben sich nicht angemeldet? Dann brauchen Sie nichts zu tun: Ohne Ihre Bestätigung schicken wir keinen Newsletter.',
    en: 'You have not signed up? Then there is nothing to do: without your confirmation we send no newsletter.',
  },
});
