import type { Pool } from 'pg';
import { inTransaction } from '#server/platform/database/database.ts';
import type { Buyer } from '../buyer.ts';

/** Lets minutes pass for a session's carts and checkouts: moves their moments into the past. */
export async function advance(pool: Pool, buyer: Buyer, minutes: number): Promise<void> {
  await move(pool, minutes, 'session_id = $2', [buyer.sessionId]);
}

/** Lets minutes pass for all carts and checkouts. */
export async function advanceAll(pool: Pool, minutes: number): Promise<void> {
  await move(pool, minutes, 'true', []);
}

/** Locks cart before checkout, as the shop does, which runs at the same time. */
async function move(pool: Pool, minutes: number, where: string, values: unknown[]): Promise<void> {
  const given = [minutes, ...values];
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `update cart set expires_at = expires_at - $1 * interval '1 minute',
         release_at = release_at - $1 * interval '1 minute',
         first_hold_at = first_hold_at - $1 * interval '1 minute',
         payment_extended_at = payment_extended_at - $1 * interval '1 minute'
       where ${where}`,
      given,
    );
    await client.query(
      `update checkout set created_at = created_at - $1 * interval '1 minute',
         checked_at = checked_at - $1 * interval '1 minute'
       where ${where}`,
      given,
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Lets minutes pass for all runs: their beginning, the next steps of items, choices and their ends. */
export async function advanceRuns(pool: Pool, minutes: number): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(
      `update run set begins_at = begins_at - $1 * interval '1 minute' where undone_at is null`,
      [minutes],
    );
    const earlier = (key: string) =>
      `case when facts ? '${key}' then jsonb_build_object('${key}',
         (facts->>'${key}')::timestamptz - $1 * interval '1 minute') else '{}' end`;
    await client.query(
      `update run_item set next_at = next_at - $1 * interval '1 minute',
         facts = facts || ${earlier('endsAt')} || ${earlier('answeredAt')}
       where next_at is not null or state = 'kept'`,
      [minutes],
    );
  });
}

/** Expires the hold 5 s ago, which is within the 30 seconds of grace. */
export async function endHold(pool: Pool, buyer: Buyer): Promise<void> {
  await pool.query(
    `update cart set release_at = release_at - (expires_at - clock_timestamp()) - interval '5 s',
       expires_at = clock_timestamp() - interval '5 s'
     where session_id = $1 and expires_at > clock_timestamp()`,
    [buyer.sessionId],
  );
  // as if the job that cancels expired payments had not run yet
  await pool.query(`update checkout set checked_at = null where session_id = $1`, [
    buyer.sessionId,
  ]);
}

/** Expires the hold 3 minutes ago, which is after the 30 seconds of grace. */
export async function endHoldLongAgo(pool: Pool, buyer: Buyer): Promise<void> {
  await endHold(pool, buyer);
  await advance(pool, buyer, 3);
}
