import { defineTexts } from '../define-texts.ts';

/** Check-in in the office (door.md 3, 8); quoted from there. */
export const doorTexts = defineTexts({
  unknown: {
    de: 'Bitte ein Konzert oder einen Tag mit Konzerten.',
    en: 'Please a concert, or a day with concerts.',
  },
});
