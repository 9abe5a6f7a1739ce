import { z } from 'zod';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { recordTicketDecision } from '../../payment/refund.ts';
import { lockOrder, orderThing } from './get-order-ids.ts';
import { undecidedTicketsSql } from './order-filter-sql.ts';
import { defineChange } from '../../operations/define.ts';
import { conflict } from '../../platform/problem.ts';

/**
 * Records that tickets stay valid whose money went back without the office, by a lost dispute or in the provider's
 * dashboard (office.md 7.3). The task of the page Today ends
 * with it. 409 when nothing is to be decided.
 */
export const markTicketsValid = defineChange({
  may: adminAndOffice,
  input: z.object({ orderNo: z.string().toUpperCase() }),
  async run({ client }, { orderNo }) {
    const order = await lockOrder(client, orderNo);
    const { rowCount } = await client.query(
      `select from orders o where o.id = $1 and ${undecidedTicketsSql}`,
      [order.id],
    );
    if (rowCount === 0) throw conflict(commandProblemTexts.nothingToDecide);
    await recordTicketDecision(client, order.id);
    return { output: { orderNo: order.order_no }, audit: { thing: orderThing(order) } };
  },
});
