// Steps that the commands of concerts and of their sale share.
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { ConcertDocument, SaleDocument } from '#contract/office/concert-document.ts';
import { partOfField } from '#contract/office/concert-entries.ts';
import type { FormEntries } from '#contract/office/forms.ts';
import type { LocalizedText } from '#contract/language.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { moveTexts } from '#messages/office/move.ts';
import { lockStock } from './hold-sale.ts';
import type { AuditEntry } from '../operations/audit-entry.ts';
import type { ChangeContext, Entries } from '../operations/define.ts';
import { conflict, invalidFields, Problem, type FieldTexts } from '../platform/problem.ts';
import { writeVersion, type FieldChange } from '../programme/concert-versions.ts';
import { ChangeCounter, toSaleColumns, upsertRow } from '../programme/upsert-row.ts';
import { describeOvertaken, describeStored } from './describe-concert.ts';
import type { judgeEntries } from './judge-concert.ts';
import { getConcert, type ConcertChoices, type StoredConcert } from './stored-concert.ts';

/** How long a step can be taken back (office.md 1, Confirm and undo). */
export const UNDO_MINUTES = 10;

/** The version that a form was opened with; '' replaces any. */
export const openedVersion = () => z.coerce.string().default('');

/** The fields of a form of the concert, besides those that its command names: of its sale, or of all others. */
export const toFormEntries = (input: Entries, isOfSale = false): FormEntries =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, value]): [string, string[]][] => {
      if ((partOfField(name) === 'sale') !== isOfSale) return [];
      const values = [value].flat().filter((each) => each !== undefined && each !== null);
      return typeof value === 'object' && !Array.isArray(value) ? [] : [[name, values.map(String)]];
    }),
  );

/** The concert in the audit log. */
export const thingOf = (id: number, { title }: ConcertDocument): AuditEntry['thing'] => ({
  kind: 'concert',
  id,
  name: title.de,
});

/** The document that keeps the rules. Throws 422 with what breaks them, and with these errors. */
export function accept(
  judgement: Awaited<ReturnType<typeof judgeEntries>>,
  others: FieldTexts = {},
): ConcertDocument {
  const errors = { ...judgement.errors, ...others };
  if (judgement.document === null || Object.keys(errors).length > 0) throw invalidFields(errors);
  return judgement.document;
}

/** Throws 409 with what is stored now when another version is current than the one that the form was opened with. */
export function checkVersion(
  { version: current }: StoredConcert,
  opened: string,
  changes: FieldChange[],
  choices: ConcertChoices,
): void {
  if (opened === '' || opened === String(current.number)) return;
  throw new Problem('conflict', {
    message: describeOvertaken(current.savedBy, current.savedAt),
    version: String(current.number),
    fields: Object.fromEntries(
      changes.map((change) => [change.field, [describeStored(change, choices)]]),
    ),
  });
}

/** Whether a concert starts at another time, or elsewhere. */
export const isMoved = (before: ConcertDocument, after: ConcertDocument): boolean =>
  before.start !== after.start || before.venue !== after.venue;

/**
 * Throws while valid tickets exist for a concert whose start or venue changes: 422 with the field `move`, or 409 with
 * this text; 409 for everybody but an administrator.
 */
export async function checkMove(
  { client, caller }: ChangeContext,
  { id, version: { document } }: StoredConcert,
  changed: ConcertDocument,
  text?: LocalizedText,
): Promise<void> {
  if (!isMoved(document, changed)) return;
  await lockStock(client, id);
  const { valid_tickets: count } = await getConcert(client, id);
  if (count === 0) return;
  if (caller.kind === 'staff' && caller.role !== 'admin') throw conflict(moveTexts.askAdmin);
  if (text !== undefined) throw conflict(text);
  throw invalidFields({ move: moveTexts.confirm });
}

/** Values of changed fields, before and after, for the audit log. */
export const toAuditValues = (changes: FieldChange[]) => {
  const pick = (side: 'before' | 'after') =>
    Object.fromEntries(changes.map((change) => [change.field, change[side]]));
  return { before: pick('before'), after: pick('after') };
};

/** Throws 409 when the current version is too old to be taken back, or when it is not this one. */
export function checkUndo({ version: { number, savedAt } }: StoredConcert, undone: number): void {
  const isOld = Date.now() - savedAt.getTime() > UNDO_MINUTES * 60_000;
  if (isOld || number !== undone) throw conflict(commandProblemTexts.tooLateToUndo);
}

/** The document of a version; 404 for an unknown one. */
export async function getDocument(
  client: PoolClient,
  id: number,
  number: number,
): Promise<ConcertDocument> {
  const { rows } = await client.query<{ document: ConcertDocument }>(
    `select document from concert_version where concert_id = $1 and number = $2`,
    [id, number],
  );
  const [version] = rows;
  if (version === undefined) throw new Problem('not_found');
  return version.document;
}

/** Writes whether a concert is on sale and what is planned, in its row and its document. */
export async function writeSwitch(
  client: PoolClient,
  { id, version: { document } }: StoredConcert,
  sale: SaleDocument,
  savedBy: string,
): Promise<void> {
  const changed = { ...document, sale };
  await upsertRow(client, new ChangeCounter(), 'concert', { id }, toSaleColumns(changed));
  await writeVersion(client, id, changed, { source: 'office', savedBy });
}
