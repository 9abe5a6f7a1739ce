import { z } from 'zod';
import { adminAndOffice } from '#contract/office/staff.ts';
import { list } from '../operations/entries.ts';
import { nothingTicked } from './order-ids.ts';
import { defineChange } from '../operations/define.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { conflict } from '../platform/problem.ts';

/** Records that orders were posted, or undoes that (office.md 7.7). Each has an audit entry. */
export const markOrdersSent = defineChange({
  may: adminAndOffice,
  input: z.object({
    /** Order numbers. */
    order: list(),
    /** Whether to undo it. */
    undo: z.string().default(''),
  }),
  async run({ client }, { order, undo }) {
    const numbers = order.map((no) => no.toUpperCase()).filter((no) => no !== '');
    if (numbers.length === 0) throw nothingTicked();
    const isUndo = undo !== '';
    const { rows } = await client.query<{ id: number; order_no: string }>(
      `update orders set posted_at = case when $2 then null else now() end
       where order_no = any ($1) and post_since is not null and cancelled_at is null
         and (posted_at is not null) = $2 and ($2 is false or posted_at > now() - interval '10 minutes')
       returning id, order_no`,
      [numbers, isUndo],
    );
    if (rows.length === 0) {
      throw conflict(
        isUndo ? commandProblemTexts.tooLateToUndo : commandProblemTexts.notWaitingForPost,
      );
    }
    return {
      output: { orders: rows.map((row) => row.order_no) },
      audit: rows.map((row) => ({
        thing: { kind: 'order', id: row.id, name: row.order_no },
        after: { sent: !isUndo },
      })),
    };
  },
});
