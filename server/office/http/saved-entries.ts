import type { Pool } from 'pg';
import { type FormEntries, readEntries } from '#contract/office/form-entries.ts';
import { cleanTexts } from '../clean-text.ts';
import { hashToken } from '../../platform/security/signed-tokens.ts';

/** How long entries are stored while somebody signs in (office.md 1). */
const KEPT_MINUTES = 60;

/** Identifies saved entries. */
interface KeptKey {
  /** The token of the browser's cookie. */
  browser: string;
  staffId: number;
  path: string;
}

/** The entries of a form without files and passwords. */
export function toEntries(form: FormData): FormEntries {
  return readEntries(form, /password|^code$|^token$/i);
}

/** Stores the entries of a form that could not be executed yet. */
export async function saveEntries(pool: Pool, key: KeptKey, entries: FormEntries): Promise<void> {
  await pool.query(
    `insert into kept_entries (browser_hash, staff_id, path, entries) values ($1, $2, $3, $4)
     on conflict (browser_hash, path) do update set staff_id = excluded.staff_id,
       entries = excluded.entries, created_at = now()`,
    [hashToken(key.browser), key.staffId, key.path, JSON.stringify(cleanTexts(entries))],
  );
}

/** Returns and deletes the entries stored for this page, browser and person; null without any. */
export async function takeEntries(pool: Pool, key: KeptKey): Promise<FormEntries | null> {
  const { rows } = await pool.query<{ entries: FormEntries; staff_id: number; is_fresh: boolean }>(
    `delete from kept_entries where browser_hash = $1 and path = $2
     returning entries, staff_id, created_at > now() - make_interval(mins => ${KEPT_MINUTES}) as is_fresh`,
    [hashToken(key.browser), key.path],
  );
  const [row] = rows;
  return row?.staff_id === key.staffId && row.is_fresh ? row.entries : null;
}
