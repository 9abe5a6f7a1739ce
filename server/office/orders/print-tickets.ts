import { z } from 'zod';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { defineCommand } from '../command.ts';
import { list, rowId } from '../fields.ts';
import { refuse } from '../office-problem.ts';
import { nothingTicked } from './nothing-ticked.ts';

/**
 * Records that tickets are printed: of these postal orders, or of a concert for its box office (office.md 7.6, 7.7).
 * The page then leads to the PDF. Each order has an audit entry.
 */
export const printTickets = defineCommand({
  input: z.object({
    /** Order numbers. */
    order: list(),
    /** Id of a concert, instead of order numbers. */
    concert: rowId(),
  }),
  // on the command line, the file to write
  keys: ['order', 'concert', 'file'],
  async run({ client }, { order, concert }) {
    const numbers = order.map((no) => no.toUpperCase()).filter((no) => no !== '');
    if (concert === 0 && numbers.length === 0) throw nothingTicked();
    const { rows } = await client.query<{ id: number; order_no: string }>(
      concert === 0
        ? `select o.id, o.order_no from orders o where o.order_no = any ($1) and o.post_since is not null
             and o.cancelled_at is null order by o.post_since, o.id`
        : `select distinct o.id, o.order_no from product p join ticket t on t.product_id = p.id
             join orders o on o.id = t.order_id join checkout c on c.id = o.checkout_id
           where p.concert_id = $1 and t.voided_at is null and c.delivery_method = 'boxoffice' order by o.id`,
      [concert === 0 ? numbers : concert],
    );
    if (rows.length === 0) {
      throw refuse(commandProblemTexts.nothingToPrint);
    }
    return {
      output: { orders: rows.map((row) => row.order_no) },
      audit: rows.map((row) => ({ thing: { kind: 'order', id: row.id, name: row.order_no } })),
    };
  },
});
