import { z } from 'zod';
import { berlinDate } from '#contract/berlin-time.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { unresolvedRefundSql } from '../../../payment/refund.ts';
import { day, optionalText, rowId, text } from '../../../operations/entries.ts';
import { lockOrder, orderThing, paymentThing } from '../get-order-ids.ts';
import { defineChange } from '../../../operations/define.ts';
import { conflict, invalidField } from '../../../platform/problem.ts';

/**
 * Records that a failed refund was paid by hand, such as by bank transfer (office.md 6.1 and 7.3). Without `orderNo`:
 * the refund of a payment that has no order.
 */
export const settleRefundByHand = defineChange({
  may: adminAndOffice,
  confirms: true,
  input: z.object({
    orderNo: z.string().toUpperCase().optional(),
    refund: rowId(),
    day: day(),
    way: text(200),
    remark: optionalText(500),
  }),
  async run({ client }, input) {
    const order = input.orderNo === undefined ? null : await lockOrder(client, input.orderNo);
    if (input.day > berlinDate(new Date())) throw invalidField('day', orderPageTexts.futureDay);
    const { rows } = await client.query<{ amount_cents: number; intent_id: string }>(
      `update refund r set resolved_at = now(), resolution = 'by hand', resolved_on = $3, resolved_way = $4,
         resolved_note = $5
       where id = $1 and ${unresolvedRefundSql}
         and case when $2::bigint is not null then checkout_id = $2
           else not exists (select from orders where checkout_id = r.checkout_id) end
       returning amount_cents, intent_id`,
      [input.refund, order?.checkout_id ?? null, input.day, input.way, input.remark],
    );
    const [row] = rows;
    if (row === undefined) {
      throw conflict(commandProblemTexts.refundNotOpen);
    }
    // the refund stores method and remark: they may name people
    const after = { refund: input.refund, cents: row.amount_cents, day: input.day };
    return {
      output: { orderNo: order?.order_no ?? null, cents: row.amount_cents },
      audit: { thing: order === null ? paymentThing(row.intent_id) : orderThing(order), after },
    };
  },
});
