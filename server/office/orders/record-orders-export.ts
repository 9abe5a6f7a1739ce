import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { notFound } from '../office-problem.ts';

/** Records that a list with data of persons was exported; the page streams it (office.md 9). */
export const recordOrdersExport = defineCommand({
  input: z.object({
    /** `orders`, or the id of the concert of a box-office list. */
    list: z.union([z.literal('orders'), z.string().regex(/^\d{1,9}$/)]).default('orders'),
  }),
  keys: ['list', 'q', 'concert', 'state', 'delivery', 'origin', 'from', 'to', 'language', 'bom'],
  async run({ client }, { list }) {
    if (list === 'orders') {
      return { output: {}, audit: { thing: { kind: 'list', id: list, name: list } } };
    }
    const { rows } = await client.query<{ title_de: string }>(
      'select title_de from concert where id = $1',
      [list],
    );
    if (rows[0] === undefined) throw notFound();
    const thing = { kind: 'concert', id: list, name: rows[0].title_de };
    return { output: {}, audit: { thing, after: { list: 'box-office' } } };
  },
});
