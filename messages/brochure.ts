import { defineTexts } from './define-texts.ts';

/** The programme booklet, as PDF. */
export const brochureTexts = defineTexts({
  title: {
    de: (p: { festival: string; year: number }) => `${p.festival} ${p.year}, Programmheft`,
    en: (p: { festival: string; year: number }) => `${p.festival} ${p.year}, programme`,
  },
  cover: { de: 'Titel', en: 'Cover' },
  calendar: { de: 'Kalender', en: 'Calendar' },
  concerts: { de: 'Konzerte', en: 'Concerts' },
  toPage: {
    de: (p: { title: string; page: number }) => `${p.title}, Seite ${p.page}`,
    en: (p: { title: string; page: number }) => `${p.title}, page ${p.page}`,
  },
  doors: {
    de: (p: { time: string; doors: string }) => `${p.time}, Einlass ab ${p.doors}`,
    en: (p: { time: string; doors: string }) => `${p.time}, doors open at ${p.doors}`,
  },
  duration: {
    de: (p: { venue: string; minutes: string }) => `${p.venue}, etwa ${p.minutes}`,
    en: (p: { venue: string; minutes: string }) => `${p.venue}, about ${p.minutes}`,
  },
  programme: { de: 'Programm', en: 'Programme' },
  interval: { de: 'Pause', en: 'Interval' },
  information: { de: 'Karten und Einlass', en: 'Tickets and admission' },
  freeEntry: { de: 'Eintritt frei', en: 'Free admission' },
  noTickets: {
    de: 'Für dieses Konzert werden keine Karten verkauft.',
    en: 'No tickets are sold for this concert.',
  },
  howToRead: { de: 'So liest man die Bilder', en: 'How to read the pictures' },
  howToReadText: {
    de: 'Jeder Gipfel ist ein Satz, jede Kette ein Werk. Schnelle Sätze ragen auf, langsame ruhen. Je älter die Musik, desto ferner der Grat. Die Farbe folgt der Tonart, die Sonne der Uhrzeit.',
    en: 'Every summit is a movement, every range a work. Fast movements soar, slow ones rest. The older the music, the more distant the ridge. The colour follows the key, the sun the hour.',
  },
  reductions: { de: 'Ermäßigungen', en: 'Reductions' },
  venues: { de: 'Räume und Wege', en: 'Venues and access' },
  notes: { de: 'Notizen', en: 'Notes' },
  imprint: { de: 'Impressum', en: 'Imprint' },
  publisher: {
    de: (p: { name: string }) => `Herausgeber: ${p.name}`,
    en: (p: { name: string }) => `Published by ${p.name}`,
  },
  representedBy: {
    de: (p: { names: string }) => `Vertreten durch ${p.names}`,
    en: (p: { names: string }) => `Represented by ${p.names}`,
  },
});
