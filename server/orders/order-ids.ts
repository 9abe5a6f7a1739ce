import type { Pool, PoolClient } from 'pg';
import { Problem, invalidField } from '../platform/problem.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';

/** The ids of an order. */
export interface OrderIds {
  id: number;
  checkout_id: number;
  order_no: string;
}

/** The order with this number. Throws 404 for an unknown one. */
export async function getOrderIds(
  pool: Pick<Pool | PoolClient, 'query'>,
  orderNo: string,
): Promise<OrderIds> {
  const { rows } = await pool.query<OrderIds>(
    'select id, checkout_id, order_no from orders where order_no = $1',
    [orderNo],
  );
  if (rows[0] === undefined) throw new Problem('not_found');
  return rows[0];
}

/** The ids of an order, locked until the command's end, so that two commands on an order come one after the other. */
export async function lockOrder(client: PoolClient, orderNo: string): Promise<OrderIds> {
  const { rows } = await client.query<OrderIds>(
    `select o.id, o.checkout_id, o.order_no from orders o join checkout c on c.id = o.checkout_id
     where o.order_no = $1 for update of c, o`,
    [orderNo],
  );
  if (rows[0] === undefined) throw new Problem('not_found');
  return rows[0];
}

/** Ends all links to an order and its documents that were made so far. The caller has locked the order. */
export async function endOrderLinks(client: PoolClient, orderId: number): Promise<void> {
  await client.query('update orders set link_generation = link_generation + 1 where id = $1', [
    orderId,
  ]);
}

/** An order as the thing of an audit entry. */
export const orderThing = ({ id, order_no: name }: OrderIds) => ({ kind: 'order', id, name });

/** A payment without an order as the thing of an audit entry. */
export const paymentThing = (intentId: string) => ({
  kind: 'payment',
  id: intentId,
  name: intentId,
});

/** 422: nothing was chosen of a list. */
export const nothingTicked = (): Problem =>
  invalidField('order', commandProblemTexts.nothingTicked);
