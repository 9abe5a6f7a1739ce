import { defineTexts } from './define-texts.ts';

/** Home, about, legal pages and not-found; the association's own texts are data. */
export const festivalTexts = defineTexts({
  notFoundTitle: { de: 'Diesen Gipfel gibt es nicht.', en: 'There is no such summit.' },
  notFoundText: {
    de: 'Die Seite, die Sie suchen, steht auf keiner unserer Karten. Die Konzerte schon.',
    en: 'The page you are looking for is on none of our maps. The concerts are.',
  },
  toConcerts: { de: 'Zu den Konzerten', en: 'To the concerts' },
  toHome: { de: 'Zur Startseite', en: 'To the home page' },
});
