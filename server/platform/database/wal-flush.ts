import type { QueryConfig } from 'pg';

/** Waits until everything committed before is on the database's disk. If it rejects, it may not be. */
export type WalFlush = () => Promise<void>;

/** Anything that runs one statement on the database. */
interface FlushTarget {
  query: (statement: QueryConfig) => Promise<unknown> | undefined;
}

/**
 * For commits with synchronous_commit=off, whose locks end before the disk write. Nobody may be notified of them
 * before this resolves. Callers that wait at the same time share one flush (decision 13).
 */
export function createWalFlush(database: FlushTarget): WalFlush {
  let running = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    // the running flush may have started before the caller's commit: only the next one covers it
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        running = commitAndWait(database);
        return running;
      });
    return next;
  };
}

/** The shortest transaction that writes, and so waits for the log up to its end. */
async function commitAndWait(database: FlushTarget): Promise<void> {
  await database.query({
    name: 'flush',
    text: `select pg_logical_emit_message(true, 'flush', '')`,
  });
}
