import { defineTexts } from './define-texts.ts';

/** The page on which somebody finds their tickets again (product.md 2). */
export const findTicketsTexts = defineTexts({
  title: { de: 'Karten wiederfinden', en: 'Find my tickets' },
  description: {
    de: 'Bestellung verlegt? Wir schicken Ihnen die Links zu Ihren Bestellungen noch einmal.',
    en: 'Lost your order? We will send you the links to your orders again.',
  },
  lead: {
    de: 'Sie finden die E-Mail mit Ihren Karten nicht mehr? Nennen Sie uns die Adresse, mit der Sie bestellt haben. Wir senden Ihnen die Links zu allen Bestellungen der letzten 13\u00A0Monate.',
    en: 'Can’t find the email with your tickets? Enter the address you ordered with, and we will send you the links to all your orders of the last 13\u00A0months.',
  },
  email: { de: 'E-Mail', en: 'Email' },
  send: { de: 'Links senden', en: 'Send links' },
  sending: { de: 'Wird gesendet', en: 'Sending' },
  failed: {
    de: 'Die E-Mail konnte nicht gesendet werden',
    en: 'The email could not be sent',
  },
  help: {
    de: 'Nichts gekommen? Sehen Sie bitte auch im Spam-Ordner nach, und versuchen Sie es mit einer anderen Adresse von Ihnen. Haben Sie ohne E-Mail bestellt, dann helfen wir Ihnen gern weiter:',
    en: 'Nothing there? Please check your spam folder, and try any other address of yours. If you ordered without an email address, we are happy to help:',
  },
  toContact: { de: 'Schreiben Sie uns', en: 'Write to us' },
});

/** The mail `find-tickets` (product.md 12). */
export const findTicketsMailTexts = defineTexts({
  subject: { de: 'Ihre Karten', en: 'Your tickets' },
  preheader: {
    de: 'Die Links zu Ihren Bestellungen.',
    en: 'The links to your orders.',
  },
  heading: { de: 'Ihre Karten', en: 'Your tickets' },
  greeting: { de: 'Guten Tag,', en: 'Hello,' },
  intro: {
    de: (p: { count: number }) =>
      p.count === 1
        ? 'zu dieser E-Mail-Adresse gibt es eine Bestellung aus den letzten 13\u00A0Monaten. Auf ihrer Seite finden Sie Karten und Rechnung.'
        : `zu dieser E-Mail-Adresse gibt es ${p.count} Bestellungen aus den letzten 13\u00A0Monaten. Auf ihren Seiten finden Sie Karten und Rechnungen.`,
    en: (p: { count: number }) =>
      p.count === 1
        ? 'There is one order for this email address from the last 13\u00A0months. Its page has your tickets and the invoice.'
        : `There are ${p.count} orders for this email address from the last 13\u00A0months. Their pages have your tickets and invoices.`,
  },
  order: {
    de: (p: { orderNo: string; day: string }) => `Bestellung ${p.orderNo} vom ${p.day}`,
    en: (p: { orderNo: string; day: string }) => `Order ${p.orderNo} of ${p.day}`,
  },
  concert: {
    de: (p: { title: string; time: string }) => `${p.title}, ${p.time}`,
    en: (p: { title: string; time: string }) => `${p.title}, ${p.time}`,
  },
  tickets: {
    de: (p: { count: number }) =>
      p.count === 0 ? 'storniert' : p.count === 1 ? 'eine Karte' : `${p.count} Karten`,
    en: (p: { count: number }) =>
      p.count === 0 ? 'cancelled' : p.count === 1 ? 'one ticket' : `${p.count} tickets`,
  },
  toOrder: { de: 'Bestellung ansehen', en: 'View this order' },
  keepLinks: {
    de: 'Die Links gelten für jeden, der sie hat. Geben Sie sie nicht weiter.',
    en: 'The links work for anyone who has them. Please keep them to yourself.',
  },
  ignore: {
    de: 'Sie haben das nicht angefordert? Dann brauchen Sie nichts zu tun.',
    en: 'If you did not ask for this, you can ignore this email.',
  },
});
