import { defineTexts } from './define-texts.ts';

/** Texts beside the messages of the limits (contract/problem-messages.ts). */
export const ticketLimitTexts = defineTexts({
  groups: { de: 'Für Gruppen schreiben Sie uns:', en: 'For groups, please write to us:' },
});
