import type { Pool, PoolClient } from 'pg';

/** Runs the work in one transaction: committed when it returns, rolled back when it throws. */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const begun = client.query('begin');
    // On a pipelined connection (database.ts) it goes out with the first statement, not before it. It fails
    // only when the connection does, and then everything after it fails, too.
    if ('pipeline' in client && client.pipeline) begun.catch(() => undefined);
    else await begun;
    const result = await work(client);
    await client.query('commit');
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
