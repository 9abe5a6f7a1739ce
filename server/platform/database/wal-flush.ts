import type { QueryConfig } from 'pg';

/** Waits until everything committed before is on the database's disk; a failure says that it may not be. */
export type WalFlush = () => Promise<void>;

/** Anything that runs one statement on the database. */
interface Statements {
  query: (statement: QueryConfig) => Promise<unknown> | undefined;
}

/**
 * For what was committed with synchronous_commit=off, so that nobody waited for its locks while the disk was
 * written: it may be told once this has returned. Those who wait at the same time share one write.
 */
export function createWalFlush(database: Statements): WalFlush {
  let underway = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    // the write underway may have begun before the caller's commit: only the next one is his
    next ??= underway
      .catch(() => undefined)
      .then(() => {
        next = null;
        underway = commitAndWait(database);
        return underway;
      });
    return next;
  };
}

/** The shortest transaction that writes something and so waits for the log up to its end. */
async function commitAndWait(database: Statements): Promise<void> {
  await database.query({
    name: 'flush',
    text: `select pg_logical_emit_message(true, 'flush', '')`,
  });
}
