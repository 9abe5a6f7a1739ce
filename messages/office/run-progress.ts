import { defineTexts } from '../define-texts.ts';

/** How far a run is (office.md 1), also on other pages. */
export const runProgressTexts = defineTexts({
  done: {
    de: ({ done, total }: { done: string; total: string }) => `${done} von ${total} erledigt`,
    en: ({ done, total }: { done: string; total: string }) => `${done} of ${total} done`,
  },
  undone: { de: 'Zurückgenommen', en: 'Undone' },
});
