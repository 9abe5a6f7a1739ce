import type { PoolClient } from 'pg';
import type { z } from 'zod';
import { parseBerlin } from '#contract/berlin-time.ts';
import type { ConcertDocument } from '#contract/office/concert-document.ts';
import {
  fieldOfPlace,
  readConcertEntries,
  toConcertEntries,
} from '#contract/office/concert-entries.ts';
import { readGroup, type ConcertGroup } from '#contract/office/concert-groups.ts';
import type { FormEntries } from '#contract/office/forms.ts';
import { toLine } from '#contract/typed-text.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { concertProblemTexts } from '#messages/office/concerts.ts';
import { formTexts } from '#messages/office/forms.ts';
import { programmeProblemTexts } from '#messages/programme-problems.ts';
import type { LocalizedText } from '#contract/language.ts';
import type { FieldTexts } from '../platform/problem.ts';
import { ConcertFormat } from '../programme/concert-format.ts';
import { toDocument } from '../programme/concert-versions.ts';
import type { FestivalContent } from '../programme/programme-format.ts';
import { listDayProblems, listReferenceProblems } from '../programme/programme-format.ts';
import { findProblemText } from '../programme/text-format.ts';
import { bySlug, type ConcertChoices, type StoredConcert } from './stored-concert.ts';

/** What a document is judged by. */
export interface JudgeContext {
  client: PoolClient;
  festival: FestivalContent;
  choices: ConcertChoices;
  /** Null: the concert is new. */
  stored: StoredConcert | null;
  /** Whether nothing may be missing; by default as stored. */
  isPublished?: boolean;
}

/** A document that keeps the rules, or a text for each field that breaks one. */
type Judgement =
  | { document: ConcertDocument; errors: null }
  | { document: null; errors: FieldTexts };

/** Judges the entries of a whole document by the rules of `load` (office.md 5.2). */
export async function judgeEntries(
  context: JudgeContext,
  entries: FormEntries,
): Promise<Judgement> {
  const sale = context.stored?.version.document.sale;
  const published = context.isPublished ?? context.stored?.is_published ?? false;
  const typed = { ...readConcertEntries(entries, sale?.onSale), published };
  const parsed = ConcertFormat.safeParse(typed);
  const errors: FieldTexts = { ...findPerformerErrors(entries), ...findTypeErrors(entries) };
  const report = (place: readonly PropertyKey[], text: LocalizedText): void => {
    for (const [field, found] of toFields(place, text, entries)) errors[field] ??= found;
  };
  if (parsed.success) {
    const { ticketTypes, ...lists } = context.choices;
    const document = toDocument(parsed.data);
    // a withdrawn concert of a past season keeps its day
    const keepsDay = !published && document.start === context.stored?.version.document.start;
    const problems = [
      ...(keepsDay ? [] : listDayProblems(document, context.festival)),
      ...listReferenceProblems(document, {
        venues: bySlug(lists.venues),
        composers: bySlug(lists.composers),
        instruments: bySlug(lists.instruments),
        ticketTypes: bySlug(ticketTypes),
      }),
    ];
    for (const { path, text } of problems) report(path, text);
    for (const name of ['onSaleFrom', 'onSaleUntil'] as const) {
      const planned = parsed.data.sale?.[name];
      if (planned === undefined || planned === sale?.[name]) continue;
      if (parseBerlin(planned) <= new Date()) report(['sale', name], concertProblemTexts.past);
    }
  } else {
    for (const issue of parsed.error.issues) {
      report(placeOf(issue), findProblemText(issue) ?? commandProblemTexts.invalid);
    }
  }
  const slugProblem = await findSlugProblem(context, entries['slug']?.[0]?.trim() ?? '');
  if (slugProblem !== null) errors['slug'] ??= slugProblem;
  return parsed.success && Object.keys(errors).length === 0
    ? { document: toDocument(parsed.data), errors: null }
    : { document: null, errors };
}

/** Judges a document that has been stored, as `judgeEntries` does. */
export const judgeDocument = (
  context: JudgeContext,
  document: ConcertDocument,
): Promise<Judgement> => judgeEntries(context, toConcertEntries(document));

/** The place in the document that an issue is about: of a musician, an invalid key is the name. */
const placeOf = (issue: z.core.$ZodIssue): PropertyKey[] =>
  issue.code === 'invalid_key' ? [...issue.path, 'name'] : issue.path;

/** The fields that a problem belongs to, each with its text; an empty one is missing. */
function toFields(
  place: readonly PropertyKey[],
  text: LocalizedText,
  entries: FormEntries,
): [string, LocalizedText][] {
  const isEmpty = (field: string): boolean => (entries[field]?.[0] ?? '').trim() === '';
  const field = fieldOfPlace(place, entries);
  if (!field.endsWith('_day')) {
    const mayBeEmpty = /^(?:academy|type-add|.*-(?:offered|onlyWith))$/.test(field);
    return [[field, isEmpty(field) && !mayBeEmpty ? formTexts.missing : text]];
  }
  const fields = [field, field.replace(/day$/, 'time')];
  const empty = fields.filter(isEmpty);
  if (empty.length > 0) return empty.map((each) => [each, formTexts.missing]);
  const [day, time] = fields.map((each) => entries[each]?.[0]?.trim());
  const [dayField = '', timeField = ''] = fields;
  if (!isTime(`${day} 12:00`)) return [[dayField, formTexts.day]];
  if (!isTime(`2000-01-01 ${time}`)) return [[timeField, formTexts.time]];
  const isSkipped = text === programmeProblemTexts.skippedTime;
  return [[isSkipped ? timeField : dayField, text]];
}

const isTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text) && !Number.isNaN(parseBerlin(text).getTime());

/** A document has each performer once, by name: what the form says twice would be lost. */
function findPerformerErrors(entries: FormEntries): FieldTexts {
  const names = readGroup(entries, 'performer').map((row) => toLine(row['name']?.[0] ?? ''));
  return {
    ...findRepeated(names, 'performer', 'name', concertProblemTexts.performerTwice),
    ...findMissing(entries, 'performer', 'instrument'),
  };
}

/** The same for ticket types, by kind; a sale has one at least. */
function findTypeErrors(entries: FormEntries): FieldTexts {
  const kinds = readGroup(entries, 'type').map((row) => row['kind']?.[0] ?? '');
  if (kinds.length === 0 && entries['quantity'] !== undefined) {
    return { 'type-add': concertProblemTexts.noType };
  }
  return {
    ...findRepeated(kinds, 'type', 'kind', concertProblemTexts.typeTwice),
    ...findMissing(entries, 'type', 'price'),
  };
}

/** Fields left empty: in a fieldset without its key, they are not in the document. */
const findMissing = (entries: FormEntries, group: ConcertGroup, field: string): FieldTexts =>
  Object.fromEntries(
    readGroup(entries, group).flatMap((row, index): [string, LocalizedText][] =>
      row[field]?.[0]?.trim() ? [] : [[`${group}-${index + 1}-${field}`, formTexts.missing]],
    ),
  );

/** Errors of fieldsets whose key is missing, or is that of an earlier one. */
const findRepeated = (
  keys: string[],
  group: ConcertGroup,
  field: string,
  twice: LocalizedText,
): FieldTexts =>
  Object.fromEntries(
    keys.flatMap((key, index): [string, LocalizedText][] => {
      const name = `${group}-${index + 1}-${field}`;
      if (key === '') return [[name, formTexts.missing]];
      return keys.indexOf(key) < index ? [[name, twice]] : [];
    }),
  );

async function findSlugProblem(
  { client, stored }: JudgeContext,
  slug: string,
): Promise<LocalizedText | null> {
  if (stored !== null && slug === stored.slug) return null;
  if (stored !== null && stored.state !== 'draft') return concertProblemTexts.slugFixed;
  const { rowCount } = await client.query('select from concert where slug = $1', [slug]);
  return rowCount === 0 ? null : programmeProblemTexts.slugTaken;
}
