import type { Pool, PoolClient } from 'pg';
import { Problem, invalidField } from '../platform/problem.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { checkTicket, createTicketSigner } from './ticket-code.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';

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

/**
 * The ids of an order, locked until the command's end, so that two commands on an order come one after the other. Not
 * `for update`: a cancelled concert locks its stock and then refers to its orders, and would wait for this one.
 */
export async function lockOrder(client: PoolClient, orderNo: string): Promise<OrderIds> {
  const { rows } = await client.query<OrderIds>(
    `select o.id, o.checkout_id, o.order_no from orders o join checkout c on c.id = o.checkout_id
     where o.order_no = $1 for no key update of c, o`,
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

/** A ticket's code without its spaces has this many characters. */
const CODE_LENGTH = 122;

/**
 * The number of the order that a text names exactly: by its own number, that of its invoice or of a cancellation
 * invoice, its payment's id, or the code or number of a ticket (office.md 7.1). Null otherwise.
 */
export async function findExactOrder(
  { pool, tokens }: { pool: Pool; tokens: SignedTokens },
  text: string,
): Promise<string | null> {
  const compact = text.replaceAll(/\s/g, '');
  const upper = compact.toUpperCase();
  if (upper.length === CODE_LENGTH) {
    const payload = checkTicket(upper, createTicketSigner(tokens).publicKey);
    return payload === null ? null : await find(pool, byTicket, [payload.ticketId]);
  }
  const orderNo = /^([2-9A-Z]{4})-?([2-9A-Z]{4})$/.exec(upper);
  if (orderNo !== null) {
    const found = await find(pool, byNumber, [`${orderNo[1]}-${orderNo[2]}`]);
    if (found !== null) return found;
  }
  const invoice = /^(S-)?(\d{4})-(\d{6,9})$/.exec(upper);
  if (invoice !== null) {
    const series = invoice[1] === undefined ? 'invoice' : 'cancellation';
    return await find(pool, byInvoice, [series, Number(invoice[2]), Number(invoice[3])]);
  }
  if (/^(?:pi|free)_[\w-]+$/.test(compact)) return await find(pool, byIntent, [compact]);
  if (/^\d{1,12}$/.test(compact)) return await find(pool, byTicket, [Number(compact)]);
  return null;
}

const byNumber = 'select o.order_no from orders o where o.order_no = $1';
const byTicket =
  'select o.order_no from ticket t join orders o on o.id = t.order_id where t.id = $1';
const byInvoice = `select o.order_no from invoice i join orders o on o.id = i.order_id
  where i.series = $1 and i.year = $2 and i.number = $3`;
const byIntent = `select o.order_no from checkout c join orders o on o.checkout_id = c.id
  where c.intent_id = $1`;

async function find(pool: Pool, sql: string, values: unknown[]): Promise<string | null> {
  const { rows } = await pool.query<{ order_no: string }>(sql, values);
  return rows[0]?.order_no ?? null;
}
