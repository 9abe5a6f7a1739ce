import type { Pool, PoolClient } from 'pg';

/**
 * Runs the work in one transaction: committed when it returns, rolled back when it throws. Work that calls
 * `commit` when it has sent its last statement, before the answer is there, saves a round trip; of a statement
 * that fails, PostgreSQL makes such a commit a rollback.
 */
export async function transact<T>(
  pool: Pool,
  work: (client: PoolClient, commit: () => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let committed: Promise<unknown> | undefined;
  const commit = (): void => {
    committed ??= client.query('commit');
    // it is waited for below, unless the work throws first
    committed.catch(() => undefined);
  };
  try {
    const begun = client.query('begin');
    // On a pipelined connection (database.ts) it goes out with the first statement, not before it. It fails
    // only when the connection does, and then everything after it fails, too.
    if ('pipeline' in client && client.pipeline) begun.catch(() => undefined);
    else await begun;
    const result = await work(client, commit);
    commit();
    await committed;
    return result;
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    // a connection that could not roll back is not given to anybody else
    client.release(broken);
  }
}
