import { z } from 'zod';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { rowId } from '../../operations/entries.ts';
import { endOrderLinks, lockOrder, orderThing } from './get-order-ids.ts';
import { defineChange } from '../../operations/define.ts';
import { conflict } from '../../platform/problem.ts';

/**
 * Voids the code of a valid ticket and puts a new ticket of the same type and price in its place; stock, revenue and
 * invoices stay as they are (office.md 7.3). Its PDF and mail follow by the documents' job, or it is posted again.
 */
export const reissueTicket = defineChange({
  may: adminAndOffice,
  input: z.object({
    orderNo: z.string().toUpperCase(),
    ticket: rowId(),
    /** Whether the earlier links to the order end. */
    endLinks: z.string().default(''),
  }),
  async run({ client }, { orderNo, ticket, endLinks }) {
    const order = await lockOrder(client, orderNo);
    // two statements: the triggers count the void ticket first, and then that another one takes its place
    const { rowCount } = await client.query(
      `update ticket set voided_at = now() where id = $1 and order_id = $2 and voided_at is null`,
      [ticket, order.id],
    );
    if (rowCount === 0) {
      throw conflict(commandProblemTexts.ticketNotReissuable);
    }
    const { rows } = await client.query<{ id: number }>(
      `insert into ticket (order_id, product_id, ticket_type_id, price_cents, replaces_id)
       select order_id, product_id, ticket_type_id, price_cents, id from ticket where id = $1 returning id`,
      [ticket],
    );
    const newTicket = rows[0]?.id ?? 0;
    await client.query(
      // an order that was not posted yet has waited since it was paid
      `update orders set post_since = case when posted_at is null then post_since else now() end,
         posted_at = null where id = $1`,
      [order.id],
    );
    if (endLinks !== '') await endOrderLinks(client, order.id);
    await client.query('select enqueue_documents($1)', [order.id]);
    return {
      output: { orderNo: order.order_no, ticket, newTicket },
      audit: {
        thing: orderThing(order),
        before: { ticket },
        after: { ticket: newTicket, detail: `${ticket} → ${newTicket}` },
      },
    };
  },
});
