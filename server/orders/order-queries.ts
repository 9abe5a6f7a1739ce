import type { Pool } from 'pg';
import { DAY_MS } from '#contract/berlin-time.ts';
import { Problem } from '../platform/http/problem.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import { selectOrders, type OrderRow } from './order-rows.ts';

/** An order's link is valid at least this long after its last concert (api.md, Payment and order). */
const MIN_LINK_DAYS_AFTER_CONCERT = 30;

/**
 * Finds the order of a token; its link is valid for at least `linkDays` days. 400 6191 for an unknown, damaged or
 * expired token, and for one of an earlier generation; 400 6192 when the token is valid but there is no order, because
 * the payment failed or was refunded.
 */
export async function getOrderByToken(
  pool: Pool,
  tokens: SignedTokens,
  token: string,
  linkDays: number,
): Promise<OrderRow> {
  const read = tokens.read('order', token);
  if (read === null) throw new Problem('order_token_invalid');
  const { rows } = await pool.query<OrderRow>({
    name: 'find_order_of_checkout',
    text: `${selectOrders} where o.checkout_id = $1`,
    values: [read.id],
  });
  if (rows[0] === undefined) throw new Problem('order_not_found');
  if (read.generation !== rows[0].link_generation) throw new Problem('order_token_invalid');
  if (hasLinkExpired(rows[0], linkDays)) throw new Problem('order_token_invalid');
  return rows[0];
}

/**
 * Whether the link of an order had expired when it was read: it is valid for `linkDays` days, and at least for 30 days
 * after the last concert (api.md, Payment and order).
 */
export function hasLinkExpired(
  order: Pick<OrderRow, 'created_at' | 'last_concert_at' | 'read_at'>,
  linkDays: number,
): boolean {
  const endMs = Math.max(
    order.created_at.getTime() + linkDays * DAY_MS,
    order.last_concert_at.getTime() + MIN_LINK_DAYS_AFTER_CONCERT * DAY_MS,
  );
  return order.read_at.getTime() > endMs;
}

/** A customer's own orders, newest first. */
export async function listOrdersOfAccount(pool: Pool, accountId: number): Promise<OrderRow[]> {
  const { rows } = await pool.query<OrderRow>({
    name: 'find_orders_of_account',
    text: `${selectOrders} where o.account_id = $1 order by o.id desc`,
    values: [accountId],
  });
  return rows;
}
