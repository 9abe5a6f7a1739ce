import { defineTexts } from '../define-texts.ts';

/** Hints for fields of a concert and of its lists whose labels do not say enough. */
export const concertHintTexts = defineTexts({
  title: {
    de: 'Ohne Tonart, Opus und Werkverzeichnis.',
    en: 'Without key, opus and catalogue number.',
  },
  opus: { de: 'Etwa op. 76 Nr. 3.', en: 'For example op. 76 Nr. 3.' },
  catalogueNo: { de: 'Etwa KV 551.', en: 'For example KV 551.' },
  tonality: {
    de: 'Etwa A-Dur oder cis-Moll.',
    en: 'In German, for example A-Dur (A major) or cis-Moll (C sharp minor).',
  },
  key: {
    de: 'Etwa A-Dur oder cis-Moll. Sie bestimmt die Farben der Zeichnung.',
    en: 'In German, for example A-Dur (A major) or cis-Moll (C sharp minor). It decides the colours of the drawing.',
  },
  longNight: {
    de: 'Gezeichnet bei Mondlicht.',
    en: 'Drawn by moonlight.',
  },
  quantity: {
    de: 'Alle Plätze, auch die anderswo verkauften.',
    en: 'All places, also those sold elsewhere.',
  },
  ticketsAtBoxOffice: {
    de: 'Hat der Shop keine Karten mehr, verweist die Seite an die Abendkasse.',
    en: 'When the shop has no tickets left, the page refers to the box office.',
  },
  types: {
    de: 'Kostet eine Kartenart nichts, begrenzen Sie sie bitte mit „Nur zusammen mit“ oder einem Kontingent: Um sie zu nehmen, muss niemand bezahlen.',
    en: 'If a ticket type costs nothing, please limit it by “Only together with” or a quota: nobody has to pay to take it.',
  },
  latitude: {
    de: 'Etwa 51.3357. Landkarten im Netz zeigen ihn nach einem Rechtsklick.',
    en: 'For example 51.3357. Maps on the web show it after a right click.',
  },
  longitude: { de: 'Etwa 12.3271.', en: 'For example 12.3271.' },
});
