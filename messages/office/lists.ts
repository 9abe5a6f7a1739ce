import { defineTexts } from '../define-texts.ts';

/** Lists (office.md 1, Lists); exact texts. */
export const listTexts = defineTexts({
  older: { de: 'Ältere', en: 'Older' },
  newer: { de: 'Neuere', en: 'Newer' },
  many: { de: 'mehr als 1\u202f000', en: 'more than 1,000' },
  count: {
    de: (p: { count: string; isOne: boolean }) => `${p.count} ${p.isOne ? 'Eintrag' : 'Einträge'}`,
    en: (p: { count: string; isOne: boolean }) => `${p.count} ${p.isOne ? 'entry' : 'entries'}`,
  },
  pages: { de: 'Seiten', en: 'Pages' },
  asCsv: { de: 'Als CSV', en: 'As CSV' },
  nothingFound: { de: 'Nichts gefunden.', en: 'Nothing found.' },
  resetFilters: { de: 'Filter zurücksetzen', en: 'Reset filters' },
  search: { de: 'Suche', en: 'Search' },
});
