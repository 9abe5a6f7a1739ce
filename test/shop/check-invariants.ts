import type { Pool } from 'pg';
import type Stripe from 'stripe';
import { listViolations } from '#server/invariants.ts';
import type { Sandbox } from '#packages/stripe-sandbox/start-sandbox.ts';

interface CheckoutRow {
  intent_id: string;
  amount_cents: number;
  ordered: boolean;
  valid: boolean;
  /** Whether the office has decided about the tickets, or only free ones stay after a cancelled concert. */
  kept: boolean;
  closed: boolean;
  provider_session: string | null;
  /** Paid back by hand; of a cancelled concert also donated, or still to be chosen. */
  elsewhere: number;
}

/**
 * Violations of the shop's invariants, and of ours against the sandbox's records. Call it once webhooks are
 * delivered, jobs are done and payments reconciled: then every payment has exactly one of ticket and refund.
 */
export async function checkInvariants(pool: Pool, sandbox: Sandbox): Promise<string[]> {
  const violations = await listViolations(pool);
  const { rows } = await pool.query<CheckoutRow>(
    `select c.intent_id, c.amount_cents, o.id is not null as ordered, c.closed_at is not null as closed,
       c.provider_session, exists (select from ticket t where t.order_id = o.id and t.voided_at is null) as valid,
       o.tickets_decided_at is not null or exists (select from run_item where order_id = o.id and invoice_id > 0)
         and not exists (select from ticket t where t.order_id = o.id and t.voided_at is null and t.price_cents > 0)
         as kept,
       (select coalesce(sum(d.amount_cents), 0)::integer from donation d where d.order_id = o.id)
         + (select coalesce(sum(i.owed_cents), 0)::integer from run_item i
            where i.order_id = o.id and i.state = 'asked')
         + (select coalesce(sum(coalesce(f.resolved_cents, f.amount_cents)), 0)::integer from refund f
            where f.checkout_id = c.id and f.resolution = 'by hand') as elsewhere
     from checkout c left join orders o on o.checkout_id = c.id where c.intent_id is not null`,
  );
  const ours = new Map(rows.map((row) => [row.intent_id, row]));
  const refunds = Map.groupBy(
    sandbox.faults.refunds(),
    (refund) => refund.payment_intent as string,
  );
  const intents = new Map(sandbox.faults.intents().map((intent) => [intent.id, intent]));
  const lost = sandbox.faults.disputes().filter(({ status }) => status === 'lost');
  for (const intent of intents.values()) {
    const returned = [
      ...(refunds.get(intent.id) ?? []).filter(
        ({ status }) => status === 'succeeded' || status === 'pending',
      ),
      ...lost.filter((dispute) => dispute.payment_intent === intent.id),
    ];
    violations.push(...compare(intent, ours.get(intent.id), returned));
  }
  for (const row of rows) {
    const isPaid = row.amount_cents === 0 || intents.get(row.intent_id)?.status === 'succeeded';
    if (row.ordered && !isPaid) violations.push(`${row.intent_id}: an order without a payment`);
  }
  violations.push(...(await comparePages(pool, sandbox.faults.sessions())));
  violations.push(...(await compareRefunds(pool, sandbox.faults.refunds())));
  return violations;
}

function compare(
  intent: Stripe.PaymentIntent,
  row: CheckoutRow | undefined,
  returned: { amount: number }[],
): string[] {
  const back = returned.reduce((sum, { amount }) => sum + amount, 0);
  if (intent.status !== 'succeeded') {
    if (row?.ordered) return [`${intent.id} is ${intent.status}, but there is an order`];
    // the intent of a hosted page can only be paid there
    const isPayable = intent.status !== 'canceled' && row?.provider_session === null;
    return row?.closed && isPayable ? [`${intent.id} of a closed checkout can still be paid`] : [];
  }
  const violations: string[] = [];
  const isRefunded = back + (row?.elsewhere ?? 0) === intent.amount_received;
  if (row?.valid === true && isRefunded && !row.kept)
    violations.push(`${intent.id}: both tickets and money back`);
  if (row?.valid !== true && !isRefunded) {
    violations.push(`${intent.id}: paid ${intent.amount_received}, no tickets, ${back} came back`);
  }
  return violations;
}

/** Only the hosted page of an open checkout can be paid. A page whose URL never arrived belongs to no checkout. */
async function comparePages(pool: Pool, pages: Stripe.Checkout.Session[]): Promise<string[]> {
  const payable = pages.filter(({ status }) => status === 'open').map(({ id }) => id);
  const { rows } = await pool.query<{ violations: string }>(
    `select format('page %s of checkout %s can still be paid', provider_session, id) as violations
     from checkout where provider_session = any ($1)
       and (closed_at is not null or settled_at is not null)`,
    [payable],
  );
  return rows.map((row) => row.violations);
}

/**
 * Every refund of the provider is one row of ours with the same amount, and the reverse, unless one of the dashboard
 * has replaced ours before it was made, or the provider refused it and the office has dealt with it.
 */
async function compareRefunds(pool: Pool, refunds: Stripe.Refund[]): Promise<string[]> {
  const { rows } = await pool.query<{
    id: number;
    provider_id: string | null;
    amount_cents: number;
    succeeded: boolean;
    failed: boolean;
    resolved: boolean;
  }>(
    `select id, provider_id, amount_cents, succeeded_at is not null as succeeded,
       failed_at is not null as failed, resolved_at is not null as resolved from refund`,
  );
  const known = new Map(rows.map((row) => [row.provider_id, row]));
  const violations: string[] = [];
  for (const refund of refunds) {
    const row = known.get(refund.id);
    if (row === undefined) {
      // one of the dashboard that failed before the shop knew of it has changed nothing
      if (refund.status !== 'failed') violations.push(`refund ${refund.id} is not in our records`);
    } else if (row.amount_cents !== refund.amount)
      violations.push(`refund ${row.id} has another amount`);
    else if (row.succeeded !== (refund.status === 'succeeded')) {
      violations.push(
        `refund ${row.id}: ours succeeded=${row.succeeded}, theirs is ${refund.status}`,
      );
    } else if (row.failed !== (refund.status === 'failed')) {
      violations.push(`refund ${row.id}: ours failed=${row.failed}, theirs is ${refund.status}`);
    }
  }
  for (const row of rows) {
    if (row.provider_id === null && !row.succeeded && !row.resolved)
      violations.push(`refund ${row.id} was never made`);
  }
  return violations;
}
