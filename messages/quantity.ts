import { defineTexts } from './define-texts.ts';

/** Texts of the quantity stepper. */
export const quantityTexts = defineTexts({
  oneMore: {
    de: (p: { label: string }) => `${p.label}: eine Karte mehr`,
    en: (p: { label: string }) => `${p.label}: one ticket more`,
  },
  oneLess: {
    de: (p: { label: string }) => `${p.label}: eine Karte weniger`,
    en: (p: { label: string }) => `${p.label}: one ticket fewer`,
  },
  noMoreTickets: { de: 'Keine weiteren Karten verfügbar', en: 'no more tickets available' },
});
