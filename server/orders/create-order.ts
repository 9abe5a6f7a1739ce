import type { PoolClient } from 'pg';
import { newOrderNumber } from './order-number.ts';

/** Year of a moment in Europe/Berlin, in SQL: invoices are numbered by it. */
const YEAR = `extract(year from now() at time zone 'Europe/Berlin')::integer`;

/**
 * Makes the order of a paid checkout: order, tickets, the job for its documents, and last its invoice
 * number, whose counter stays locked until the commit (design/architecture.md, Traps). The caller holds
 * the transaction, has locked the checkout and sold the tickets.
 */
export async function createOrder(client: PoolClient, checkoutId: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>({
    name: 'create_order',
    text: `with made as (
       insert into orders (checkout_id, order_no, account_id)
       select id, $2, account_id from checkout where id = $1 returning id
     ), tickets as (
       insert into ticket (order_id, product_id, ticket_type_id, price_cents)
       select made.id, l.product_id, l.ticket_type_id, l.price_cents
       from made, checkout_line l, generate_series(1, l.quantity) where l.checkout_id = $1
     ), settled as (
       update checkout set settled_at = clock_timestamp() where id = $1
     )
     select made.id, graphile_worker.add_job('make-documents', json_build_object('orderId', made.id),
       job_key => 'documents-' || made.id, max_attempts => 25) is not null as queued
     from made`,
    values: [checkoutId, newOrderNumber()],
  });
  const order = rows[0] as { id: number };
  await drawInvoiceNumber(client, order.id);
  return order.id;
}

async function drawInvoiceNumber(client: PoolClient, orderId: number): Promise<void> {
  await client.query({
    name: 'draw_invoice_number',
    text: `with drawn as (
       insert into invoice_counter (series, year, last) values ('invoice', ${YEAR}, 1)
       on conflict (series, year) do update set last = invoice_counter.last + 1
       returning year, last
     )
     insert into invoice (order_id, series, year, number, amount_cents)
     select o.id, 'invoice', drawn.year, drawn.last, c.amount_cents
     from drawn, orders o join checkout c on c.id = o.checkout_id where o.id = $1`,
    values: [orderId],
  });
}
