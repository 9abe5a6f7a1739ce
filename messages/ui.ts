import { defineTexts } from './define-texts.ts';

/** Texts of forms and steps; concert pages do not load them. */
export const uiTexts = defineTexts({
  stepDone: { de: 'erledigt', en: 'done' },
  errorSummary: { de: 'Bitte prüfen Sie Ihre Angaben', en: 'Please check your entries' },
  maximumSelected: {
    de: (p: { count: number }) =>
      `Höchstens ${p.count} Einträge ausgewählt. Entfernen Sie erst einen, um einen anderen zu wählen.`,
    en: (p: { count: number }) =>
      `Maximum of ${p.count} options selected. First remove a selected option to select another.`,
  },
  show: { de: 'Zeigen', en: 'Show' },
  hide: { de: 'Verbergen', en: 'Hide' },
});
