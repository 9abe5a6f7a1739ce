import type { Pool } from 'pg';

/** The records of table archive_run. */
export type ArchiveRunKind = 'base-backup' | 'verification';

/** Runs older than this are deleted. */
const MAX_AGE_DAYS = 90;

/** Records the start, does the work, and records its end with the reason if it failed. Rethrows. */
export async function recordRun<Result>(
  pool: Pool,
  kind: ArchiveRunKind,
  work: () => Promise<Result>,
): Promise<Result> {
  await pool.query(`delete from archive_run where started_at < now() - $1 * interval '1 day'`, [
    MAX_AGE_DAYS,
  ]);
  const { rows } = await pool.query<{ id: number }>(
    'insert into archive_run (kind) values ($1) returning id',
    [kind],
  );
  const end = async (failure: string | null): Promise<void> => {
    await pool.query(
      'update archive_run set ended_at = clock_timestamp(), failure = $2 where id = $1',
      [rows[0]?.id, failure],
    );
  };
  try {
    const result = await work();
    await end(null);
    return result;
  } catch (error) {
    await end(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

/**
 * Records the failure of a run that could not do so itself, because its process was killed or failed before the run
 * started. Does nothing if a run since then has its end.
 */
export async function recordLostRun(
  pool: Pool,
  kind: ArchiveRunKind,
  startedAt: Date,
  failure: string,
): Promise<void> {
  await pool.query(
    `with closed as (
       update archive_run set ended_at = clock_timestamp(), failure = $3
       where kind = $1 and started_at >= $2 and ended_at is null
     )
     insert into archive_run (kind, started_at, ended_at, failure)
     select $1, $2, clock_timestamp(), $3
     where not exists (select from archive_run where kind = $1 and started_at >= $2)`,
    [kind, startedAt, failure],
  );
}
