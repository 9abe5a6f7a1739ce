import { defineTexts } from './define-texts.ts';

/** The mail `concert-changed` (office.md 6). */
export const concertChangedTexts = defineTexts({
  subject: {
    de: (p: { title: string; date: string }) => `Geändert: ${p.title} am ${p.date}`,
    en: (p: { title: string; date: string }) => `Changed: ${p.title} on ${p.date}`,
  },
  heading: { de: 'Ihr Konzert ist verlegt.', en: 'Your concert has been moved.' },
  preheader: {
    de: (p: { time: string; venue: string }) => `Neu: ${p.time}, ${p.venue}.`,
    en: (p: { time: string; venue: string }) => `New: ${p.time}, ${p.venue}.`,
  },
  valid: {
    de: 'Ihre Karten bleiben gültig. Onlinetickets mit den neuen Angaben finden Sie auf der Seite Ihrer Bestellung, den Termin für Ihren Kalender im Anhang.',
    en: 'Your tickets stay valid. Online tickets with the new details are on the page of your order; the date for your calendar is attached.',
  },
  returnPaid: {
    de: ({ orderNo, day }: { orderNo: string; day: string }) =>
      `Wenn Sie nun nicht kommen können, geben Sie die Karten der Bestellung ${orderNo} bis einschließlich ${day} zurück; Sie erhalten dann Ihr Geld. Wenn Sie nicht antworten, behalten Sie Ihre Karten.`,
    en: ({ orderNo, day }: { orderNo: string; day: string }) =>
      `If you cannot come now, return the tickets of order ${orderNo} up to and including ${day}, and you will get your money back. If you do not answer, you keep your tickets.`,
  },
  returnFree: {
    de: ({ orderNo, day }: { orderNo: string; day: string }) =>
      `Wenn Sie nun nicht kommen können, geben Sie die Karten der Bestellung ${orderNo} bitte bis einschließlich ${day} zurück. Wenn Sie nicht antworten, behalten Sie Ihre Karten.`,
    en: ({ orderNo, day }: { orderNo: string; day: string }) =>
      `If you cannot come now, please return the tickets of order ${orderNo} up to and including ${day}. If you do not answer, you keep your tickets.`,
  },
  choose: { de: 'Karten zurückgeben', en: 'Return tickets' },
  before: { de: 'Bisher', en: 'Before' },
  after: { de: 'Neu', en: 'New' },
  toOrder: { de: 'Bestellung ansehen', en: 'View your order' },
  ask: {
    de: 'Wenn Sie Fragen haben, antworten Sie einfach auf diese E-Mail.',
    en: 'If you have any questions, just reply to this email.',
  },
  calendar: { de: 'Termin', en: 'Date' },
});
