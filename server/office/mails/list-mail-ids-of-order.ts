import type { Pool, PoolClient } from 'pg';

/**
 * SQL: whether a mail `m` still has something to say, as its writer decides when it is sent: no confirmation without a
 * valid ticket, and no new ticket that is void by now.
 */
const stillApplies = `case m.kind
  when 'order-confirmation' then exists (
    select from ticket t where t.order_id = (m.facts->>'orderId')::bigint and t.voided_at is null)
  when 'ticket-reissued' then exists (
    select from ticket t where t.id = (m.facts->>'ticketId')::bigint and t.voided_at is null)
  else true end`;

/** The ids of an order's mails that still apply, copies left out, oldest first. */
export async function listMailIdsOfOrder(
  pool: Pick<Pool | PoolClient, 'query'>,
  { id, checkout_id: checkoutId }: { id: number; checkout_id: number },
): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from mail m where (facts->>'orderId')::bigint = $1 and event_key not like 'resend-%'
       and ${stillApplies}
     union select id from mail where (facts->>'checkoutId')::bigint = $2 and event_key not like 'resend-%'
     order by id`,
    [id, checkoutId],
  );
  return rows.map((row) => row.id);
}
