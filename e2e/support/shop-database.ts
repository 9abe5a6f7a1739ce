import { Pool } from 'pg';
import { findRunningEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';

/** The database of the shop under test, to advance time. */
export async function openShopDatabase(): Promise<Pool> {
  const { E2E_DATABASE_URL: url, E2E_DATA_DIR: dataDir = '' } = process.env;
  if (url) return new Pool({ connectionString: url, max: 1 });
  const embedded = await findRunningEmbedded(dataDir);
  if (embedded === null) throw new Error(`no shop runs on ${dataDir}`);
  return new Pool({ ...embedded, max: 1 });
}

/**
 * Moves the end of this session's hold to slightly more than this many seconds from now: responses have
 * whole seconds, and the server's end must not come first.
 */
export async function advanceToHoldEnd(
  pool: Pool,
  sessionId: string,
  seconds: number,
): Promise<void> {
  const { rowCount } = await pool.query(
    `update cart set release_at = release_at - expires_at + late.until, expires_at = late.until
     from (select date_trunc('second', clock_timestamp()) + ($2 + 0.9) * interval '1 s' as until) late
     where session_id = $1`,
    [sessionId, seconds],
  );
  if (rowCount !== 1) throw new Error(`there is no cart ${sessionId}`);
}

/** Moves the end of a cart's hold to the last possible moment: three times 30 minutes after its first ticket. */
export async function makeHoldFinal(pool: Pool, sessionId: string): Promise<void> {
  const { rowCount } = await pool.query(
    `update cart set first_hold_at = expires_at - interval '90 minutes' where session_id = $1`,
    [sessionId],
  );
  if (rowCount !== 1) throw new Error(`there is no cart ${sessionId}`);
}

/** Expires the bearer tokens of this account. */
export async function expireTokens(pool: Pool, email: string): Promise<void> {
  const { rowCount } = await pool.query(
    `update access_token set expires_at = now() - interval '1 minute'
     where account_id = (select id from account where email = $1)`,
    [email],
  );
  if (!rowCount) throw new Error(`nobody is signed in as ${email}`);
}

/** Pays an order's invoice out, as the provider tells at night: with a fee of 1 EUR. */
export async function payOut(pool: Pool, orderNo: string, payout: string): Promise<void> {
  const { rowCount } = await pool.query(
    `insert into provider_transaction (id, intent_id, fee_cents, payout_id, invoice_id, issued_at, created_at)
     select 'txn_' || i.id, c.intent_id, 100, $2, i.id, i.issued_at, i.issued_at
     from orders o join invoice i on i.order_id = o.id join checkout c on c.id = o.checkout_id where o.order_no = $1`,
    [orderNo, payout],
  );
  if (rowCount !== 1) throw new Error(`order ${orderNo} was not paid out`);
}

type OrderState = 'cancelled' | 'without documents' | 'unreadable';

const orderStates: Record<OrderState, string> = {
  cancelled: 'update orders set cancelled_at = now() where order_no = $1',
  // as if they were still being drawn
  'without documents':
    'delete from document where order_id = (select id from orders where order_no = $1)',
  // no order of this account is shown; the office's lists work
  unreadable: `update checkout set details = 'null'
    where id = (select checkout_id from orders where order_no = $1)`,
};

/** Brings an order into a state that the shop reaches rarely, or after a long time. */
export async function setOrderState(pool: Pool, orderNo: string, state: OrderState): Promise<void> {
  const { rowCount } = await pool.query(orderStates[state], [orderNo]);
  if (!rowCount) throw new Error(`order ${orderNo} was not changed`);
}
