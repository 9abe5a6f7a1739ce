import { defineTexts } from './define-texts.ts';

/** The mail with the day's concerts. */
export const dailyProgrammeTexts = defineTexts({
  subject: {
    de: (p: { titles: string }) => `Heute: ${p.titles}`,
    en: (p: { titles: string }) => `Today: ${p.titles}`,
  },
  preheader: {
    de: (p: { day: string }) => `Das Programm für ${p.day}.`,
    en: (p: { day: string }) => `The programme for ${p.day}.`,
  },
  intro: {
    de: (p: { count: number }) =>
      p.count === 1 ? 'Ein Konzert heute.' : `${p.count} Konzerte heute.`,
    en: (p: { count: number }) =>
      p.count === 1 ? 'One concert today.' : `${p.count} concerts today.`,
  },
  doors: {
    de: (p: { begin: string; venue: string; doors: string }) =>
      `${p.begin}, ${p.venue}. Einlass ab ${p.doors}.`,
    en: (p: { begin: string; venue: string; doors: string }) =>
      `${p.begin}, ${p.venue}. Doors open at ${p.doors}.`,
  },
  piece: {
    de: (p: { composer: string; title: string }) => `${p.composer}: ${p.title}`,
    en: (p: { composer: string; title: string }) => `${p.composer}: ${p.title}`,
  },
  free: { de: 'Eintritt frei.', en: 'Admission is free.' },
  toConcert: { de: 'Zum Konzert', en: 'Concert details' },
  change: { de: 'Programmänderungen vorbehalten.', en: 'Programme subject to change.' },
  preferences: {
    de: 'Einstellungen ändern oder abbestellen',
    en: 'Change your preferences or unsubscribe',
  },
});
