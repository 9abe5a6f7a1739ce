import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { countViolations, type ViolationCounts } from '../../invariants.ts';
import { defineCommand } from '../command.ts';

/** Asks for a full comparison of payments, orders and tickets with the provider, and counts what differs now. */
export async function requestComparison(client: Pool | PoolClient): Promise<ViolationCounts> {
  await client.query(
    `select graphile_worker.add_job('reconcile', '{}', job_key => 'reconcile-now')`,
  );
  return await countViolations(client);
}

/** `payments:reconcile`: compares payments, orders and tickets now (office.md 4.4). */
export const reconcilePayments = defineCommand({
  input: z.object({}),
  async run({ client }) {
    const { paid_without_ticket_or_refund, tickets_without_payment } =
      await requestComparison(client);
    const output = { paid_without_ticket_or_refund, tickets_without_payment };
    return {
      output,
      audit: { thing: { kind: 'payments', id: 'all', name: 'payments' }, after: output },
    };
  },
});
