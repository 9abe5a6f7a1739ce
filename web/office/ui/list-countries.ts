import { countries } from '#contract/countries.ts';
import type { Language } from '#contract/language.ts';

/**
 * Lists ids and names of all countries. They are stored by German name; the list has the order of the names it shows.
 */
export const listCountries = (language: Language) =>
  countries
    .map(({ id, name_de, name_en }) => [String(id), language === 'de' ? name_de : name_en] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, language));
