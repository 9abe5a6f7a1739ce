import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { type FormEntries, readEntries } from '#contract/office/form-entries.ts';
import { hashToken } from '../platform/security/signed-tokens.ts';
import { cleanTexts } from '../operations/entries.ts';

/** How long entries are stored while somebody signs in (office.md 1). */
const MAX_SAVED_MINUTES = 60;

/** Identifies saved entries. */
interface EntriesKey {
  /** The token of the browser's cookie. */
  browser: string;
  staffId: number;
  /** With its query. */
  path: string;
}

/** The entries of a form without files and passwords. */
export function toEntries(form: FormData): FormEntries {
  return readEntries(form, /password|^code$|^token$/i);
}

/** Stores the entries of a form that could not be executed yet. */
export async function saveEntries(
  pool: Pool,
  key: EntriesKey,
  entries: FormEntries,
): Promise<void> {
  await pool.query(
    `insert into kept_entries (browser_hash, staff_id, path, entries) values ($1, $2, $3, $4)
     on conflict (browser_hash, path) do update set entries = excluded.entries, created_at = now()`,
    [hashOwner(key), key.staffId, hashPath(key), JSON.stringify(cleanTexts(entries))],
  );
}

/** Returns the entries stored for this page, browser and person; null without any. */
export async function findEntries(pool: Pool, key: EntriesKey): Promise<FormEntries | null> {
  const { rows } = await pool.query<{ entries: FormEntries }>(
    `select entries from kept_entries where browser_hash = $1 and staff_id = $2 and path = $3
       and created_at > now() - make_interval(mins => ${MAX_SAVED_MINUTES})`,
    [hashOwner(key), key.staffId, hashPath(key)],
  );
  return rows[0]?.entries ?? null;
}

/** Deletes them: their form was sent again. */
export async function deleteEntries(pool: Pool, key: EntriesKey): Promise<void> {
  await pool.query(
    `delete from kept_entries where browser_hash = $1 and staff_id = $2 and path = $3`,
    [hashOwner(key), key.staffId, hashPath(key)],
  );
}

/** People who share a browser do not replace each other's entries. */
const hashOwner = ({ browser, staffId }: EntriesKey): Buffer => hashToken(`${browser} ${staffId}`);

/** The column `path` has a hash: an index entry cannot hold a long query. */
const hashPath = ({ path }: EntriesKey): string => createHash('sha256').update(path).digest('hex');
