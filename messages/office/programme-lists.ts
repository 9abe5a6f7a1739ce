import { defineTexts } from '../define-texts.ts';

/** The four lists that concerts refer to (running.md 2); quoted from there. */
export const listTexts = defineTexts({
  venue: { de: 'Orte', en: 'Venues' },
  composer: { de: 'Komponisten', en: 'Composers' },
  instrument: { de: 'Instrumente', en: 'Instruments' },
  'ticket-type': { de: 'Kartenarten', en: 'Ticket types' },
  inUse: {
    de: (p: { list: string }) => `Wird noch verwendet: ${p.list}`,
    en: (p: { list: string }) => `Still in use: ${p.list}`,
  },
});
