import { defineTexts } from './define-texts.ts';

/** Texts of the quantity stepper. */
export const quantityTexts = defineTexts({
  oneMore: {
    de: (p: { label: string }) => `${p.label}: eine Karte mehr`,
    en: (p: { label: string }) => `${p.label}: one more ticket`,
  },
  oneLess: {
    de: (p: { label: string }) => `${p.label}: eine Karte weniger`,
    en: (p: { label: string }) => `${p.label}: one fewer ticket`,
  },
  noMoreTickets: { de: 'Keine weiteren Karten verfügbar', en: 'no more tickets available' },
});
