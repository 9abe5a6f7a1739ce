import { z } from 'zod';
import { toText } from '#contract/typed-text.ts';
import { formTexts } from '#messages/office/forms.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { optionalText, rowId } from '../../operations/entries.ts';
import { lockOrder, orderThing } from './get-order-ids.ts';
import { NOTE_UNDO_MINUTES } from './get-order.ts';
import { defineChange } from '../../operations/define.ts';
import { conflict, invalidField } from '../../platform/problem.ts';
import { actorOf } from '../../operations/caller.ts';

/** Adds a note for staff to an order, or undoes the author's own within 10 minutes (office.md 7.3). */
export const saveOrderNote = defineChange({
  may: adminAndOffice,
  input: z.object({
    orderNo: z.string().toUpperCase(),
    note: optionalText(2000, toText),
    /** Id of a note to remove. */
    takeBack: rowId(),
  }),
  async run({ client, caller }, { orderNo, note, takeBack }) {
    const actor = actorOf(caller);
    const order = await lockOrder(client, orderNo);
    const thing = orderThing(order);
    if (takeBack !== 0) {
      const { rowCount } = await client.query(
        `delete from order_note where id = $1 and order_id = $2 and staff_id = $3 and command is null
           and created_at > now() - make_interval(mins => ${NOTE_UNDO_MINUTES})`,
        [takeBack, order.id, actor.id],
      );
      if (rowCount !== 1) {
        throw conflict(commandProblemTexts.noteNotTakenBack);
      }
      return {
        output: { orderNo, isTakenBack: true },
        audit: { thing, after: { takenBack: takeBack } },
      };
    }
    if (note === null) throw invalidField('note', formTexts.missing);
    const { rows } = await client.query<{ id: number }>(
      `insert into order_note (order_id, staff_id, author_name, text) values ($1, $2, $3, $4) returning id`,
      [order.id, actor.id, actor.name, note],
    );
    return {
      output: { orderNo, id: rows[0]?.id ?? 0 },
      audit: { thing, after: { note: rows[0]?.id } },
    };
  },
});
