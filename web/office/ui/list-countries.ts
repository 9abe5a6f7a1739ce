import { countries } from '#contract/countries.ts';
import type { Language } from '#contract/language.ts';

/**
 * Lists ids and names of all countries. They are stored by German name; the list has the order of the names it shows.
 */
export const listCountries = (language: Language) =>
  countries
    .map(({ id, name }) => [String(id), name[language]] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, language));
