import { defineTexts } from './define-texts.ts';

/** Words of the building blocks. */
export const uiTexts = defineTexts({
  oneMore: {
    de: (p: { label: string }) => `${p.label}: eine Karte mehr`,
    en: (p: { label: string }) => `${p.label}: one ticket more`,
  },
  oneLess: {
    de: (p: { label: string }) => `${p.label}: eine Karte weniger`,
    en: (p: { label: string }) => `${p.label}: one ticket fewer`,
  },
  noMoreTickets: { de: 'Keine weiteren Karten verfügbar', en: 'no more tickets available' },
  stepDone: { de: 'erledigt', en: 'done' },
  errorSummary: { de: 'Bitte prüfen Sie Ihre Angaben', en: 'Please check what you entered' },
  maximumSelected: {
    de: (p: { count: number }) =>
      `Höchstens ${p.count} Einträge ausgewählt. Entfernen Sie erst einen, um einen anderen zu wählen.`,
    en: (p: { count: number }) =>
      `Maximum of ${p.count} options selected. First remove a selected option to select another.`,
  },
  remove: {
    de: (p: { label: string }) => `${p.label} entfernen`,
    en: (p: { label: string }) => `Remove ${p.label}`,
  },
  show: { de: 'Zeigen', en: 'Show' },
  hide: { de: 'Verbergen', en: 'Hide' },
  openList: { de: 'Liste öffnen', en: 'Open list' },
});
