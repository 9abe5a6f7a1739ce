import { defineTexts } from './define-texts.ts';

/** The mail `concert-changed` (running.md 4). */
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
  before: { de: 'Bisher', en: 'Before' },
  after: { de: 'Neu', en: 'New' },
  toOrder: { de: 'Bestellung ansehen', en: 'View your order' },
  ask: {
    de: 'Wenn Sie Fragen haben, antworten Sie einfach auf diese E-Mail.',
    en: 'If you have any questions, just reply to this email.',
  },
  calendar: { de: 'Termin', en: 'Date' },
});
