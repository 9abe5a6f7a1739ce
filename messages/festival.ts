import { defineTexts } from './define-texts.ts';

/** Home, about, legal pages; the association's own texts are data. */
export const festivalTexts = defineTexts({
  allConcerts: { de: 'Alle Konzerte', en: 'All concerts' },
  masterclasses: { de: 'Meisterkurse', en: 'Masterclasses' },
  calendar: { de: 'Tage mit Konzerten', en: 'Days with concerts' },
  nextConcerts: { de: 'Die nächsten Konzerte', en: 'Coming up' },
  allOf: {
    de: (p: { count: number }) => (p.count === 1 ? 'Alle Konzerte' : `Alle ${p.count} Konzerte`),
    en: (p: { count: number }) => (p.count === 1 ? 'All concerts' : `All ${p.count} concerts`),
  },
  academyConcerts: { de: 'Akademiekonzerte ansehen', en: 'See the academy concerts' },
  moreAboutUs: { de: 'Mehr über den Verein', en: 'More about the association' },
  writeToUs: { de: 'Schreiben Sie uns', en: 'Write to us' },
  germanOnly: {
    de: '',
    en: 'This page is a legal text and is available in German only.',
  },
  germanBinds: { de: '', en: 'The German text is binding.' },
  imprint: { de: 'Impressum', en: 'Imprint' },
  terms: { de: 'Allgemeine Geschäftsbedingungen', en: 'Terms' },
  privacy: { de: 'Datenschutz', en: 'Privacy' },
  accessibility: { de: 'Barrierefreiheit', en: 'Accessibility' },
  about: { de: 'Über uns', en: 'About us' },
  pageMissing: {
    de: 'Dieser Text lässt sich gerade nicht laden.',
    en: 'This text cannot be loaded at the moment.',
  },
});
