import type { Pool, PoolClient } from 'pg';
import type { ConcertDocument } from '#contract/office/concert-document.ts';
import { toConcertEntries } from '#contract/office/concert-entries.ts';
import type { ProgrammeConcert } from './programme-format.ts';

/** The origin of a version. */
type VersionSource = 'office' | 'load' | 'import';

/** Who saves a version, and how. */
export interface VersionOrigin {
  source: VersionSource;
  /** Name of the person, or of the system's user; null: the shop itself. */
  savedBy: string | null;
}

/** A version of a concert (office.md 5). */
export interface ConcertVersion extends VersionOrigin {
  number: number;
  document: ConcertDocument;
  savedAt: Date;
}

const columns = `number, document, saved_at as "savedAt", saved_by as "savedBy", source`;

/** A concert's current version; null for one that has none. */
export async function findCurrentVersion(
  client: Pool | PoolClient,
  concertId: number,
): Promise<ConcertVersion | null> {
  const { rows } = await client.query<ConcertVersion>(
    `select ${columns} from concert_version where concert_id = $1 order by number desc limit 1`,
    [concertId],
  );
  return rows[0] ?? null;
}

/** Every version of a concert, latest first. */
export async function listVersions(pool: Pool, concertId: number): Promise<ConcertVersion[]> {
  const { rows } = await pool.query<ConcertVersion>(
    `select ${columns} from concert_version where concert_id = $1 order by number desc`,
    [concertId],
  );
  return rows;
}

/** The document of a concert, as versions store it. */
export function toDocument(concert: ProgrammeConcert): ConcertDocument {
  const { published: _published, ...document } = concert;
  return document;
}

/** Writes a version, unless the current one says the same. Returns the number of the new one, or null. */
export async function writeVersion(
  client: PoolClient,
  concertId: number,
  document: ConcertDocument,
  { source, savedBy }: VersionOrigin,
): Promise<number | null> {
  const current = await findCurrentVersion(client, concertId);
  if (listChanges(current?.document ?? null, document).length === 0) return null;
  const number = (current?.number ?? 0) + 1;
  await client.query(
    `insert into concert_version (concert_id, number, document, source, saved_by)
     values ($1, $2, $3, $4, $5)`,
    [concertId, number, JSON.stringify(document), source, savedBy],
  );
  return number;
}

/** A field of the concert's forms that differs between two documents; '' is a field that one of them lacks. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

/** Lists what differs, field by field. */
export function listChanges(before: ConcertDocument | null, after: ConcertDocument): FieldChange[] {
  const [old, now] = [before === null ? {} : toValues(before), toValues(after)];
  const fields = new Set([...Object.keys(now), ...Object.keys(old)]);
  return [...fields]
    .map((field) => ({ field, before: old[field] ?? '', after: now[field] ?? '' }))
    .filter((change) => change.before !== change.after);
}

/** The values of a document by field, as readers know them: a work's players by name. */
function toValues(document: ConcertDocument): Record<string, string> {
  const players = document.pieces.flatMap(({ playedBy = [] }, index) =>
    playedBy.length === 0 ? [] : [[`piece-${index + 1}-playedBy`, playedBy] as const],
  );
  const entries = { ...toConcertEntries(document), ...Object.fromEntries(players) };
  const values = Object.entries(entries).map(([field, list]) => [field, list.join(', ')]);
  const { sale } = document;
  return { ...Object.fromEntries(values), ...(sale && { onSale: sale.onSale ? '1' : '' }) };
}
