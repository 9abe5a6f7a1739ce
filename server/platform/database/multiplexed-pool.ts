import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** Runs single statements, each a transaction of its own. */
export interface Queryable {
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>;
}

/** Connections that many use at a time; nothing else uses those of its pool. */
export interface MultiplexedPool extends Queryable {
  pool: Pool;
}

/** How many statements may be on their way over one connection. */
const MAX_IN_PROGRESS = 32;

/** A connection, and how many are using it. */
interface Shared {
  client: Promise<PoolClient>;
  users: number;
}

/**
 * Sends each statement at once over the connections of a pipelined pool, many over the same one, instead of
 * one when another has been answered: the database always has the next one at hand, and of those who want the
 * same row only as many wait for its lock as there are connections. Who finds all of them full waits, at most
 * `limitMs` milliseconds: as long as the pool lets anybody wait for a connection.
 */
export function createMultiplexedPool(
  pool: Pool,
  limitMs = pool.options.connectionTimeoutMillis,
): MultiplexedPool {
  const { max } = pool.options;
  const open = new Set<Shared>();
  const line = createWaitQueue(limitMs);

  /** The least used connection, or one more; null while all are full. */
  function find(): Shared | null {
    const [least] = [...open].toSorted((a, b) => a.users - b.users);
    if (least?.users === 0) return least;
    if (open.size < max) {
      const opened = { client: pool.connect(), users: 0 };
      open.add(opened);
      return opened;
    }
    return least !== undefined && least.users < MAX_IN_PROGRESS ? least : null;
  }

  async function enter(): Promise<Shared> {
    const found = find();
    if (found === null) return await line.wait();
    found.users++;
    return found;
  }

  /** The last one out gives the connection back; one that has failed is given to nobody any more. */
  function leave(one: Shared, failure: Error | undefined): void {
    one.users--;
    if (failure !== undefined) open.delete(one);
    // at once, so that nobody who comes now is served before those who wait
    line.serve(find);
    if (one.users > 0) return;
    open.delete(one);
    one.client.then(
      (client) => client.release(failure),
      () => undefined,
    );
  }

  return {
    pool,
    async query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
      const one = await enter();
      let failure: Error | undefined;
      try {
        const client = await one.client;
        return await client.query<Row>(statement);
      } catch (error) {
        if (error instanceof Error && !isOfStatement(error)) failure = error;
        throw error;
      } finally {
        leave(one, failure);
      }
    },
  };
}

/** Those who wait for a connection, in the order in which they came. */
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
        // in the pool's own words, which say that the database is away (platform/http/problem-response.ts)
        const timer = setTimeout(() => {
          waiting.delete(take);
          reject(new Error('timeout exceeded when trying to connect'));
        }, limitMs);
        waiting.add(take);
      });
    },
    /** Gives out what there is. */
    serve(find: () => Shared | null): void {
      for (const take of waiting) {
        const found = find();
        if (found === null) return;
        found.users++;
        take(found);
      }
    },
  };
}

/** What PostgreSQL says of one statement leaves the connection good. */
function isOfStatement(error: Error): boolean {
  return 'severity' in error && error.severity === 'ERROR';
}
