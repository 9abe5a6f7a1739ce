import { defineTexts } from './define-texts.ts';

/** The contact page (product.md 2, 5 and 8). */
export const contactTexts = defineTexts({
  title: { de: 'Kontakt', en: 'Contact' },
  description: {
    de: 'Schreiben Sie uns: Fragen zu Konzerten, Karten, Anreise und Barrierefreiheit.',
    en: 'Write to us: questions about concerts, tickets, travel and accessibility.',
  },
  lead: {
    de: 'Fragen zu Karten, Anreise oder Plätzen ohne Stufen? Wir lesen jede Nachricht selbst.',
    en: 'Questions about tickets, getting here or step-free seats? We read every message ourselves.',
  },
  lostTickets: { de: 'Ihre Karten sind weg?', en: 'Lost your tickets?' },
  findTickets: { de: 'Karten wiederfinden', en: 'Find my tickets' },
  email: { de: 'E-Mail', en: 'Email' },
  emailHint: { de: 'Dorthin antworten wir.', en: 'We will reply to this address.' },
  subject: { de: 'Betreff', en: 'Subject' },
  message: { de: 'Nachricht', en: 'Message' },
  trap: { de: 'leer lassen', en: 'leave empty' },
  send: { de: 'Nachricht senden', en: 'Send message' },
  sending: { de: 'Wird gesendet', en: 'Sending' },
  sent: { de: 'Die Nachricht wurde gesendet', en: 'message sent successfully' },
  failed: { de: 'Die Nachricht konnte nicht gesendet werden', en: 'failed to send message' },
  orDirectly: { de: 'Oder direkt', en: 'Or contact us directly' },
});
