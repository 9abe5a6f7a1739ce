import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { errorCode } from '../errors.ts';

/** Runs single statements, each in its own transaction. */
export interface Queryable {
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>;
}

/** Connections that many callers share; nothing else uses the connections of its pool. */
export interface MultiplexedPool extends Queryable {
  pool: Pool;
}

/** How many statements may be in progress on one connection. */
const MAX_IN_PROGRESS = 32;

/** How often a statement runs at most, if functions that it calls are replaced in the meantime. */
const MAX_ATTEMPTS = 3;

/** A connection, and how many statements use it. */
interface Shared {
  client: Promise<PoolClient>;
  users: number;
}

/**
 * Sends each statement at once over the connections of a pipelined pool, many over the same one, without waiting
 * for earlier results: the database always has the next statement, and only as many statements wait for the lock
 * of a row as there are connections. While all connections are full, a statement waits for at most `limitMs`
 * milliseconds: the pool's own limit.
 */
export function createMultiplexedPool(
  pool: Pool,
  limitMs = pool.options.connectionTimeoutMillis,
): MultiplexedPool {
  const { max } = pool.options;
  const open = new Set<Shared>();
  const queue = createWaitQueue(limitMs);

  /** The least used connection, or one more; null while all are full. */
  function find(): Shared | null {
    const [leastUsed] = [...open].toSorted((a, b) => a.users - b.users);
    if (leastUsed?.users === 0) return leastUsed;
    if (open.size < max) {
      const opened = { client: pool.connect(), users: 0 };
      open.add(opened);
      return opened;
    }
    return leastUsed !== undefined && leastUsed.users < MAX_IN_PROGRESS ? leastUsed : null;
  }

  async function acquire(): Promise<Shared> {
    const found = find();
    if (found === null) return await queue.wait();
    found.users++;
    return found;
  }

  /** The last user releases the connection; a broken one gets no more users. */
  function release(one: Shared, failure: Error | undefined): void {
    one.users--;
    if (failure !== undefined) open.delete(one);
    // at once: a new statement must not overtake those in the queue
    queue.drain(find);
    if (one.users > 0) return;
    open.delete(one);
    one.client.then(
      (client) => client.release(failure),
      () => undefined,
    );
  }

  async function run<Row extends QueryResultRow>(statement: QueryConfig) {
    const one = await acquire();
    let failure: Error | undefined;
    try {
      const client = await one.client;
      return await client.query<Row>(statement);
    } catch (error) {
      if (error instanceof Error && !isOfStatement(error)) failure = error;
      throw error;
    } finally {
      release(one, failure);
    }
  }

  return {
    pool,
    async query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
      for (let attempts = 1; ; attempts++) {
        try {
          return await run<Row>(statement);
        } catch (error) {
          if (attempts === MAX_ATTEMPTS || !isOfReplacedFunction(error)) throw error;
        }
      }
    },
  };
}

/** Callers that wait for a connection, first in, first out. */
function createWaitQueue(limitMs: number | undefined) {
  const waiting = new Set<(found: Shared) => void>();
  return {
    wait(): Promise<Shared> {
      return new Promise((resolve, reject) => {
        const take = (found: Shared): void => {
          clearTimeout(timer);
          waiting.delete(take);
          resolve(found);
        };
        // the pool's own message, which means that the database is unavailable (database.ts)
        const timer = setTimeout(() => {
          waiting.delete(take);
          reject(new Error('timeout exceeded when trying to connect'));
        }, limitMs);
        waiting.add(take);
      });
    },
    /** Serves callers while there is room. */
    drain(find: () => Shared | null): void {
      for (const take of waiting) {
        const found = find();
        if (found === null) return;
        found.users++;
        take(found);
      }
    },
  };
}

/** An error of one statement leaves the connection usable. */
function isOfStatement(error: Error): boolean {
  return 'severity' in error && error.severity === 'ERROR';
}

/**
 * A newer version of the program has replaced a function while the statement ran: nothing is changed, and the next
 * run finds the function by its name again. The first code is an undefined function, the second a lookup by its id.
 */
function isOfReplacedFunction(error: unknown): boolean {
  const code = errorCode(error);
  return (
    code === '42883' ||
    (code === 'XX000' && String(error).includes('cache lookup failed for function'))
  );
}
