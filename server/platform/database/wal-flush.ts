import type { QueryConfig } from 'pg';

/**
 * Waits until the commit that made `id` is on the database's disk, and on that of a synchronous standby. If it rejects,
 * it may not be; LostCommit: the commit is gone.
 */
export type WalFlush = (id: number) => Promise<void>;

/** Anything that runs one statement on the database. */
interface FlushTarget {
  query: (statement: QueryConfig) => Promise<{ rows: { ids: number[] }[] }> | undefined;
}

/** The callers of one flush. */
interface Batch {
  ids: Set<number>;
  flushed: Promise<Set<number>>;
}

/** How many flushed ids a process caches, the latest ones: they need no second flush. */
const MAX_FLUSHED_IDS = 10_000;

/**
 * For commits with synchronous_commit=off, whose locks end before the disk write. Nobody may be notified of them
 * before this resolves. Callers that wait at the same time share one flush (decision 5). `committed` is an SQL query
 * for those ids of $1 that are committed: a server that has crashed or was replaced since the commit may have lost it,
 * and its log is flushed all the same.
 */
export function createWalFlush(database: FlushTarget, committed: string): WalFlush {
  let running: Promise<unknown> = Promise.resolve();
  let next: Batch | null = null;
  /** Ids that are on disk, where they stay. */
  const known = new Set<number>();

  /** The running flush may have started before the caller's commit: only the next one covers it. */
  function startNext(): Batch {
    const ids = new Set<number>();
    const flushed = running
      .catch(() => undefined)
      .then(() => {
        next = null;
        const flushing = flush(database, committed, [...ids]);
        running = flushing;
        return flushing;
      });
    return { ids, flushed };
  }

  return async (id) => {
    if (known.has(id)) return;
    next ??= startNext();
    next.ids.add(id);
    if (!(await next.flushed).has(id)) throw new LostCommit();
    known.add(id);
    if (known.size > MAX_FLUSHED_IDS) known.delete(known.values().next().value ?? id);
  };
}

/**
 * The shortest transaction that writes, and so waits for the log up to its end. It sees the commits that its server
 * has, and its own commit fails if that server dies.
 */
async function flush(
  database: FlushTarget,
  committed: string,
  ids: number[],
): Promise<Set<number>> {
  const result = await database.query({
    name: 'flush',
    text: `select array(${committed}) as ids, pg_logical_emit_message(true, 'flush', '')`,
    values: [ids],
  });
  return new Set(result?.rows[0]?.ids);
}

/** The database crashed, or another server took over, before the commit was on disk: try again. */
export class LostCommit extends Error {
  override name = 'LostCommit';

  constructor() {
    super('The database has lost a commit that was not yet on disk');
  }
}
