import { defineTexts } from '../define-texts.ts';

/** The notice on every public page (office.md 5.2); quoted from there. */
export const noticeTexts = defineTexts({
  show: { de: 'Hinweis zeigen', en: 'Show notice' },
  remove: { de: 'Hinweis entfernen', en: 'Remove notice' },
  text: { de: 'Text', en: 'Text' },
  concert: { de: 'Konzert', en: 'Concert' },
  untilDay: { de: 'Bis (Tag)', en: 'Until (date)' },
  untilTime: { de: 'Bis (Uhrzeit)', en: 'Until (time)' },
  hint: {
    de: 'Steht auf jeder Seite für Besucher, mit höchstens 200 Zeichen, und verschwindet von selbst.',
    en: 'Visitors see it on every page; it has 200 characters at most and disappears by itself.',
  },
  none: { de: 'Es gibt keinen Hinweis.', en: 'There is no notice.' },
  over: { de: 'Dieser Zeitpunkt ist vorbei.', en: 'This moment is over.' },
});
