import type { Pool, PoolClient } from 'pg';

/** The time of the database's clock, which judges what shops on several machines share (docs/failover.md, As one). */
export async function readClock(client: Pool | PoolClient): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  if (rows[0] === undefined) throw new Error('the database returned no time');
  return rows[0].now;
}
