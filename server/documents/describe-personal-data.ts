import { findCountry } from '#contract/countries.ts';
import { formatDate, formatMoney, formatTime } from '#contract/format.ts';
import type { Language } from '#contract/language.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { mailKindTexts } from '#messages/office/mails.ts';
import {
  personalDataFields,
  personalDataParts,
  personalDataTexts,
  personalDataValues,
} from '#messages/office/personal-data.ts';

/** A part of a person's data: its entries, each with labelled values. */
export interface PersonalDataPart {
  heading: string;
  entries: [label: string, value: string][][];
}

/** Describes the data that `person:export` gives (Art. 15 GDPR) in words of the person's language. */
export function describePersonalData(
  data: Record<string, unknown>,
  language: Language,
): PersonalDataPart[] {
  const headings: Record<string, string> = pickTexts(personalDataParts, language);
  return Object.entries(data)
    .filter((part): part is [string, object[]] => Array.isArray(part[1]))
    .map(([name, rows]) => ({
      heading: headings[name] ?? name,
      entries: rows.map((row) => [...describeRow(row, language)]),
    }));
}

function* describeRow(row: object, language: Language): Generator<[string, string]> {
  const labels: Record<string, string> = pickTexts(personalDataFields, language);
  for (const [name, value] of Object.entries(row)) {
    const label = labels[name] ?? name;
    for (const each of [value].flat()) {
      const words = describeValue(name, each, language);
      if (words !== '') yield [label, words];
    }
  }
}

function describeValue(name: string, value: unknown, language: Language): string {
  if (value instanceof Date) return describeMoment(value, language);
  if (typeof value === 'object' && value !== null)
    return [...describeRow(value, language)].map((parts) => parts.join(': ')).join('; ');
  if (typeof value === 'boolean')
    return pickTexts(personalDataTexts, language)[value ? 'yes' : 'no'];
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  if (value === '') return '';
  if (name.endsWith('_at')) return describeMoment(new Date(value), language);
  if (name.endsWith('cents')) return formatMoney(Number(value), language);
  if (name === 'country_id') return findCountry(Number(value))?.name[language] ?? '';
  const isCode = ['kind', 'series', 'language', 'delivery_method'].includes(name);
  const codes: Record<string, string> = {
    ...pickTexts(mailKindTexts, language),
    ...pickTexts(personalDataValues, language),
  };
  return (isCode ? codes[value] : undefined) ?? String(value);
}

const describeMoment = (moment: Date, language: Language): string =>
  `${formatDate(moment, language)}, ${formatTime(moment, language)}`;
