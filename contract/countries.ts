import countryRows from './countries.json' with { type: 'json' };
import { GERMANY_ID } from './constants.ts';
import type { Language, LocalizedText } from './language.ts';

/** Its id is its ISO 3166-1 numeric code, except Germany's 55 (api.md, Festival, concerts, countries). */
interface NamedCountry {
  id: number;
  name: LocalizedText;
}

const toId = (code: unknown, id: unknown): number => (code === 'DE' ? GERMANY_ID : Number(id));

/** Every country of ISO 3166-1, by German name. Names are stored: Intl's differ between versions. */
export const countries: readonly NamedCountry[] = countryRows.map(([code, id, de, en]) => ({
  id: toId(code, id),
  name: { de: String(de), en: String(en) },
}));

const byId = new Map(countries.map((country) => [country.id, country]));

/** The id of the country with this ISO 3166-1 alpha-2 code, such as AT; null if there is none. */
export function findCountryId(code: string): number | null {
  const row = countryRows.find(([each]) => each === code.toUpperCase());
  return row === undefined ? null : toId(row[0], row[1]);
}

/** 'Deutschland, Österreich' */
export const listCountryNames = (ids: readonly number[], language: Language): string =>
  ids.map((id) => byId.get(id)?.name[language]).join(', ');

/** The country with this id; null if there is none. */
export function findCountry(id: number): NamedCountry | null {
  return byId.get(id) ?? null;
}
