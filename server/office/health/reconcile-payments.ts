import { z } from 'zod';
import { adminAndOffice } from '#contract/office/staff.ts';
import { countViolations } from '../../invariants.ts';
import { defineChange } from '../../operations/define.ts';

/**
 * `payments:reconcile`: asks for a full comparison of payments, orders and tickets with the provider, and counts what
 * differs now (office.md 4.4).
 */
export const reconcilePayments = defineChange({
  may: adminAndOffice,
  input: z.object({}),
  async run({ client }) {
    await client.query(
      `select graphile_worker.add_job('reconcile', '{}', job_key => 'reconcile-now')`,
    );
    const { paid_without_ticket_or_refund, tickets_without_payment } =
      await countViolations(client);
    const output = { paid_without_ticket_or_refund, tickets_without_payment };
    return {
      output,
      audit: { thing: { kind: 'payments', id: 'all', name: 'payments' }, after: output },
    };
  },
});
