import { z } from 'zod';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { hasOpenDispute, requestRefund, unresolvedRefundSql } from '../../../payment/refund.ts';
import { rowId } from '../../../operations/entries.ts';
import { paymentThing } from '../get-order-ids.ts';
import { defineChange } from '../../../operations/define.ts';
import { conflict } from '../../../platform/problem.ts';

/**
 * Requests once more the failed refund of a payment that has no order; `order:refund` does it for orders (office.md
 * 7.3). 409 when it is dealt with already.
 */
export const retryRefund = defineChange({
  may: adminAndOffice,
  confirms: true,
  input: z.object({ refund: rowId() }),
  async run({ client }, { refund }) {
    const { rows } = await client.query<{
      checkout_id: number | null;
      intent_id: string;
      amount_cents: number;
    }>(
      `update refund r set resolved_at = now(), resolution = 'again'
       where id = $1 and ${unresolvedRefundSql}
         and not exists (select from orders where checkout_id = r.checkout_id)
       returning checkout_id, intent_id, amount_cents`,
      [refund],
    );
    const [failed] = rows;
    if (failed === undefined) throw conflict(commandProblemTexts.refundNotOpen);
    if (await hasOpenDispute(client, failed.intent_id)) {
      throw conflict(commandProblemTexts.refundDisputed);
    }
    const { checkout_id: checkoutId, intent_id: intentId, amount_cents: cents } = failed;
    await requestRefund(client, { checkoutId, intentId, cents, reason: 'office' });
    return {
      output: { cents },
      audit: { thing: paymentThing(intentId), after: { refund, cents } },
    };
  },
});
