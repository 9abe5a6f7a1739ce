import type { Pool, PoolClient } from 'pg';

/** Runs the work in one transaction: commits when it returns, rolls back when it throws. */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const begun = client.query('begin');
    // On a pipelined connection (database.ts), `begin` is sent together with the first statement. It fails only with
    // the connection, and then everything after it fails, too.
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
    // a connection that could not roll back is closed
    client.release(broken);
  }
}
