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

/** The mail `concert-reminder` (product.md 12). */
export const concertReminderTexts = defineTexts({
  subject: {
    de: (p: { title: string }) => `Morgen: ${p.title}`,
    en: (p: { title: string }) => `Tomorrow: ${p.title}`,
  },
  subjectToday: {
    de: (p: { title: string }) => `Heute: ${p.title}`,
    en: (p: { title: string }) => `Today: ${p.title}`,
  },
  preheader: {
    de: (p: { time: string }) => `${p.time}.`,
    en: (p: { time: string }) => `${p.time}.`,
  },
  greeting: { de: 'Guten Tag,', en: 'Hello,' },
  intro: {
    de: (p: { count: number; isToday: boolean }) =>
      `${p.isToday ? 'heute' : 'morgen'} ist Ihr Konzert. Sie haben ${p.count === 1 ? 'eine Karte' : `${p.count} Karten`}. Hier steht noch einmal, was Sie für Ihren Besuch brauchen.`,
    en: (p: { count: number; isToday: boolean }) =>
      `Your concert is ${p.isToday ? 'today' : 'tomorrow'}. You have ${p.count === 1 ? 'one ticket' : `${p.count} tickets`}. Here is everything you need to know.`,
  },
  doors: {
    de: (p: { time: string }) => `Einlass ab ${p.time}`,
    en: (p: { time: string }) => `Doors open at ${p.time}`,
  },
  map: { de: 'Lageplan im Internet', en: 'View on a map' },
  notes: { de: 'Bitte beachten', en: 'Please note' },
  order: {
    de: (p: { count: number; orderNo: string }) =>
      `${p.count === 1 ? 'Eine Karte' : `${p.count} Karten`}, Bestellung ${p.orderNo}`,
    en: (p: { count: number; orderNo: string }) =>
      `${p.count === 1 ? 'One ticket' : `${p.count} tickets`}, order ${p.orderNo}`,
  },
  attached: {
    de: 'Ihre Karten hängen noch einmal an dieser E-Mail. Gedruckt oder auf dem Telefon gelten sie gleich.',
    en: 'Your tickets are attached to this email once more. You can print them or show them on your phone.',
  },
  toDownload: {
    de: 'Bitte laden Sie Ihre Karten auf der Seite Ihrer Bestellung herunter.',
    en: 'Please download your tickets from your order page.',
  },
  posted: {
    de: 'Ihre Karten haben Sie mit der Post bekommen. Bitte bringen Sie sie mit. Sind sie nicht da, hilft Ihnen die Abendkasse.',
    en: 'We have sent you the tickets by post. Please bring them with you. If they have not arrived, the box office will help.',
  },
  boxoffice: {
    de: (p: { orderNo: string }) =>
      `Ihre Karten liegen an der Abendkasse bereit, ab 30\u00A0Minuten vor Beginn, unter der Bestellnummer ${p.orderNo}.`,
    en: (p: { orderNo: string }) =>
      `Your tickets will be ready to collect at the box office from 30\u00A0minutes before the concert. Please quote order number ${p.orderNo}.`,
  },
  toOrder: { de: 'Bestellung ansehen', en: 'View your order' },
  keepLink: {
    de: 'Der Link zu Ihrer Bestellung gilt für jeden, der ihn hat. Geben Sie ihn nicht weiter.',
    en: 'The link to your order works for anyone who has it. Please keep it to yourself.',
  },
});
