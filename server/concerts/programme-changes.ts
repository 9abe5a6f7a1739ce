// What an import changes, field by field (office.md 10).
import type { Pool, PoolClient } from 'pg';
import { concertStates } from '#contract/office/states.ts';
import type { Language } from '#contract/language.ts';
import { concertOfficeTexts, labelOfConcertField } from '#messages/office/concerts.ts';
import { programmePartTexts } from '#messages/office/programme.ts';
import { formatDate } from '#contract/format.ts';
import { listChanges, type FieldChange } from '../programme/concert-versions.ts';
import { exportProgramme, listDocuments } from '../programme/export-programme.ts';
import type { ProgrammeConcert } from '../programme/programme-format.ts';
import { describeValue } from './describe-concert.ts';
import type { ConcertChoices } from './stored-concert.ts';

const parts = ['festival', 'venues', 'composers', 'instruments', 'ticketTypes', 'legal'] as const;

type PartName = (typeof parts)[number];

/** A programme as it is stored. */
interface StoredProgramme {
  concerts: Map<string, ProgrammeConcert>;
  /** The values of the other parts by their place, such as `barn.name.de`. */
  parts: Map<PartName, Map<string, string>>;
}

/** Reads what `listProgrammeChanges` compares. */
export async function readStored(client: Pool | PoolClient): Promise<StoredProgramme> {
  const [documents, content] = [await listDocuments(client), await exportProgramme(client)];
  return {
    concerts: new Map(documents.map((document) => [document.slug, document])),
    parts: new Map(parts.map((part) => [part, new Map(listValues(content[part]))])),
  };
}

function* listValues(content: unknown, place: string[] = []): Generator<[string, string]> {
  if (typeof content !== 'object' || content === null) {
    if (content === undefined || content === null) return;
    yield [place.join('.'), typeof content === 'string' ? content : JSON.stringify(content)];
    return;
  }
  for (const [key, value] of Object.entries(content)) yield* listValues(value, [...place, key]);
}

/** A concert, or another part of the programme, with what differs. */
export interface ProgrammeChange {
  of: ProgrammeConcert | PartName;
  isNew: boolean;
  changes: FieldChange[];
}

/** Lists what differs between two states of the programme, concert by concert, then part by part. */
export function listProgrammeChanges(
  before: StoredProgramme,
  after: StoredProgramme,
): ProgrammeChange[] {
  const concerts = [...after.concerts].map(([slug, concert]): ProgrammeChange => {
    const old = before.concerts.get(slug) ?? null;
    const state = {
      field: 'state',
      before: old === null ? '' : old.published ? 'published' : 'draft',
      after: concert.published ? 'published' : old?.published === true ? 'withdrawn' : 'draft',
    };
    const changes = listChanges(old, concert);
    return {
      of: concert,
      isNew: old === null,
      changes: state.before === state.after ? changes : [state, ...changes],
    };
  });
  const others = parts.map((part): ProgrammeChange => {
    const [old, now] = [before.parts.get(part), after.parts.get(part)];
    const places = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
    const changes = [...places]
      .map((field) => ({ field, before: old?.get(field) ?? '', after: now?.get(field) ?? '' }))
      .filter((change) => change.before !== change.after);
    return { of: part, isNew: false, changes };
  });
  return [...concerts, ...others].filter(({ changes }) => changes.length > 0);
}

/** A change in the reader's words. */
export interface ProgrammeChangeDto {
  title: string;
  isNew: boolean;
  changes: { field: string; label: string; before: string; after: string }[];
}

/** Describes a change as the history of a concert does; other parts have their keys in the file. */
export function describeProgrammeChange(
  { of, isNew, changes }: ProgrammeChange,
  choices: ConcertChoices,
  language: Language,
): ProgrammeChangeDto {
  const isConcert = typeof of === 'object';
  const describe = (field: string, value: string): string => {
    if (!isConcert) return value;
    if (field !== 'state') return describeValue({ field, value }, choices, language);
    const state = concertStates.find((each) => each === value);
    return state === undefined ? '' : concertOfficeTexts[state][language];
  };
  return {
    title: isConcert
      ? `${of.title[language]}, ${formatDate(of.start.slice(0, 10), language)}`
      : programmePartTexts[of][language],
    isNew,
    changes: changes.map(({ field, before, after }) => {
      const [old, now] = excerpt(describe(field, before), describe(field, after));
      const label = isConcert ? labelOfConcertField(field, language) : field;
      return { field, label, before: old, after: now };
    }),
  };
}

const MAX_SHOWN_LENGTH = 300;
const CONTEXT_LENGTH = 60;

/** Shortens two long texts to where they begin to differ. */
function excerpt(before: string, after: string): [string, string] {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const isLong = Math.max(before.length, after.length) > MAX_SHOWN_LENGTH;
  const start = isLong ? Math.max(0, same - CONTEXT_LENGTH) : 0;
  const cut = (text: string): string => {
    const shown = text.slice(start, start + MAX_SHOWN_LENGTH);
    const [head, tail] = [start > 0 && shown !== '', start + shown.length < text.length];
    return `${head ? '… ' : ''}${shown}${tail ? ' …' : ''}`;
  };
  return [cut(before), cut(after)];
}
