import { defineTexts } from './define-texts.ts';

/** The mail with a message from the contact page, to the association. */
export const contactMailTexts = defineTexts({
  subject: {
    de: (p: { subject: string }) => `Nachricht: ${p.subject}`,
    en: (p: { subject: string }) => `Message: ${p.subject}`,
  },
  preheader: {
    de: (p: { email: string }) => `Von ${p.email} über das Kontaktformular`,
    en: (p: { email: string }) => `From ${p.email} via the contact form`,
  },
  heading: { de: 'Nachricht vom Kontaktformular', en: 'Message from the contact form' },
  from: { de: 'Von', en: 'From' },
  about: { de: 'Betreff', en: 'Subject' },
  sentAt: { de: 'Gesendet', en: 'Sent' },
  reply: {
    de: 'Eine Antwort auf diese Mail geht an die Absenderin oder den Absender.',
    en: 'A reply to this mail goes to the sender.',
  },
});
