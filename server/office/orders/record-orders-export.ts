import type { PoolClient } from 'pg';
import { z } from 'zod';
import { adminAndOffice } from '#contract/office/staff.ts';
import { list, ticked } from '../../operations/entries.ts';
import { listPostedOrders } from './print-tickets.ts';
import { defineChange } from '../../operations/define.ts';
import { Problem } from '../../platform/problem.ts';

/** Records that a list with data of persons, or the PDF of tickets, was exported; the page streams it (office.md 9). */
export const recordOrdersExport = defineChange({
  may: adminAndOffice,
  confirms: true,
  input: z.object({
    /** `orders`, `dispatch`, or the id of a concert for its box office. */
    list: z
      .union([z.enum(['orders', 'dispatch']), z.string().regex(/^\d{1,9}$/)])
      .default('orders'),
    /** Numbers of the postal orders, with `dispatch`. */
    order: list(),
    /** Whether the tickets of the box office are exported, not its list. */
    tickets: ticked(),
  }),
  async run({ client }, { list: name, order, tickets }) {
    const isList = name === 'orders' || name === 'dispatch';
    const thing = isList ? { kind: 'list', id: name, name } : await findConcert(client, name);
    if (name === 'orders') return { output: {}, audit: { thing } };
    if (!isList) {
      const after = { list: 'box-office', ...(tickets ? { with: 'tickets' } : {}) };
      return { output: {}, audit: { thing, after } };
    }
    const printed = await listPostedOrders(client, order);
    if (printed.length === 0) throw new Problem('not_found');
    const after = { with: 'tickets', orders: printed.map(({ orderNo }) => orderNo) };
    return { output: {}, audit: { thing, after } };
  },
});

async function findConcert(client: PoolClient, id: string) {
  const { rows } = await client.query<{ title_de: string }>(
    'select title_de from concert where id = $1',
    [id],
  );
  if (rows[0] === undefined) throw new Problem('not_found');
  return { kind: 'concert', id, name: rows[0].title_de };
}
