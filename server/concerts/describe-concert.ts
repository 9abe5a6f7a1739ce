import { infoTypes } from '#contract/codes.ts';
import { movementLanguages } from '#contract/office/concert-document.ts';
import { formatDate, formatTime } from '#contract/format.ts';
import type { Language, LocalizedText } from '#contract/language.ts';
import {
  concertOfficeTexts,
  concertProblemTexts,
  movementLanguageTexts,
} from '#messages/office/concerts.ts';
import type { FieldChange } from '../programme/concert-versions.ts';
import { bySlug, type ConcertChoices } from './stored-concert.ts';

/** Fields whose value is ticked or not. */
const BOXES =
  /^(?:academy|longNight|onSale|ticketsAtBoxOffice|type-\d+-offered|piece-\d+-intervalAfter)$/;

/** A stored value in the reader's words: names instead of keys. */
export function describeValue(
  { field, value }: { field: string; value: string },
  choices: ConcertChoices,
  language: Language,
): string {
  if (BOXES.test(field)) return concertOfficeTexts[value === '' ? 'no' : 'yes'][language];
  if (language === 'de' && /^type-\d+-price$/.test(field)) return value.replace('.', ',');
  const list = findList(field, choices);
  if (list !== null) {
    const names = bySlug(list);
    return value
      .split(', ')
      .map((slug) => names[slug]?.[language] ?? slug)
      .join(', ');
  }
  if (field.endsWith('_day') && value !== '') return formatDate(value, language);
  if (/^piece-\d+-movements$/.test(field)) return value.replaceAll('\n', ' / ');
  if (/^piece-\d+-lang$/.test(field)) {
    const lang = movementLanguages.find((each) => each === value);
    return lang === undefined ? value : movementLanguageTexts[lang][language];
  }
  const type = /^note-\d+-type$/.test(field) ? infoTypes.find((each) => each === value) : undefined;
  return type === undefined ? value : concertOfficeTexts[type][language];
}

function findList(field: string, choices: ConcertChoices) {
  if (/^(?:piece-\d+-)?venue$/.test(field)) return choices.venues;
  if (/^piece-\d+-composer$/.test(field)) return choices.composers;
  if (/^performer-\d+-instrument$/.test(field)) return choices.instruments;
  return /^type-\d+-(?:kind|onlyWith)$/.test(field) ? choices.ticketTypes : null;
}

/** What is stored now under a field that was typed otherwise (office.md 5.2). */
export function describeStored(
  { field, before }: FieldChange,
  choices: ConcertChoices,
): LocalizedText {
  const value = (language: Language) => describeValue({ field, value: before }, choices, language);
  return describeText(value('de'), value('en'));
}

/** What is stored now, in words. */
export function describeText(german: string, english = german): LocalizedText {
  if (german === '') return concertProblemTexts.storedEmpty;
  const { de, en } = concertProblemTexts.storedNow;
  return { de: de({ value: german }), en: en({ value: english }) };
}

/** Who has changed something in the meantime, and when (office.md 5.2). */
export function describeOvertaken(savedBy: string | null, savedAt: Date): LocalizedText {
  const name = savedBy ?? '–';
  const time = (language: Language) =>
    `${formatDate(savedAt, language, false)}, ${formatTime(savedAt, language)}`;
  const { de, en } = concertProblemTexts.changed;
  return { de: de({ name, time: time('de') }), en: en({ name, time: time('en') }) };
}
