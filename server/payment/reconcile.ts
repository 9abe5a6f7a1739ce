import type { PaymentTools } from './payment-tools.ts';
import { carryOutRefund, syncRefunds } from './refund-jobs.ts';
import { settlePayment } from './settle-payment.ts';

/** Open payments are asked for again after so many minutes without news. */
const ASK_AGAIN_MINUTES = 2;
/** The provider's list is read so far back: webhooks come for three days at most. */
const LIST_HOURS = 72;
const PAGE = 100;

/** The two numbers that must be 0, and what was repaired on the way. */
export interface Reconciliation {
  paid_without_ticket_or_refund: number;
  tickets_without_payment: number;
  settled: number;
}

/**
 * Compares provider, orders and tickets, and repairs by replaying the one command that settles
 * (design/payments.md 13). Needs no webhook; safe to run at any time, also twice at once.
 */
export async function reconcile(tools: PaymentTools): Promise<Reconciliation> {
  let settled = 0;
  for (const intentId of await findOpenIntents(tools))
    settled += await settleQuietly(tools, intentId);
  for (const intentId of await findUnsettledAtProvider(tools))
    settled += await settleQuietly(tools, intentId);
  await repeatRefunds(tools);
  return { ...(await countDifferences(tools)), settled };
}

async function findOpenIntents(tools: PaymentTools): Promise<string[]> {
  const { rows } = await tools.pool.query<{ intent_id: string }>(
    `select intent_id from checkout
     where closed_at is null and settled_at is null and intent_id is not null
       and intent_id not like 'free\\_%'
       and created_at < now() - interval '1 minute'
       and (checked_at is null or checked_at < now() - make_interval(mins => $1))
     order by created_at limit 500`,
    [ASK_AGAIN_MINUTES],
  );
  return rows.map((row) => row.intent_id);
}

/** Intents the provider calls paid that no checkout of ours has settled. */
async function findUnsettledAtProvider(tools: PaymentTools): Promise<string[]> {
  const since = Math.floor(Date.now() / 1000) - LIST_HOURS * 3600;
  const unsettled: string[] = [];
  let paid: string[] = [];
  const flush = async (): Promise<void> => {
    if (paid.length === 0) return;
    const { rows } = await tools.pool.query<{ id: string }>(
      `select paid.id from unnest($1::text[]) as paid (id)
       where not exists (
         select from checkout c where c.intent_id = paid.id and c.settled_at is not null)
         and not exists (select from refund r where r.intent_id = paid.id)`,
      [paid],
    );
    unsettled.push(...rows.map((row) => row.id));
    paid = [];
  };
  for await (const intent of tools.provider.stripe.paymentIntents.list({
    created: { gte: since },
    limit: PAGE,
  })) {
    if (intent.status === 'succeeded') paid.push(intent.id);
    if (paid.length >= PAGE) await flush();
  }
  await flush();
  return unsettled;
}

async function settleQuietly(tools: PaymentTools, intentId: string): Promise<number> {
  try {
    const { outcome } = await settlePayment(tools, intentId);
    return outcome === 'ordered' || outcome === 'refunded' ? 1 : 0;
  } catch (error) {
    tools.log.error({ err: error }, 'A payment could not be settled; it is tried again');
    return 0;
  }
}

/** Refunds still on their way: carried out if their job was lost, else asked for. */
async function repeatRefunds(tools: PaymentTools): Promise<void> {
  const { rows } = await tools.pool.query<{
    id: number;
    intent_id: string;
    provider_id: string | null;
  }>(
    `select id, intent_id, provider_id from refund
     where succeeded_at is null and failed_at is null and requested_at < now() - interval '1 minute'
     order by requested_at limit 200`,
  );
  for (const refund of rows) {
    const work =
      refund.provider_id === null
        ? carryOutRefund(tools, refund.id)
        : syncRefunds(tools, refund.intent_id);
    await work.catch((error: unknown) => {
      tools.log.warn({ err: error, refund: refund.id }, 'A refund is still on its way');
    });
  }
}

/** Counts what must never be there; read by /metrics and /readyz too. */
export async function countDifferences(
  tools: Pick<PaymentTools, 'pool'>,
): Promise<Omit<Reconciliation, 'settled'>> {
  const { rows } = await tools.pool.query<Omit<Reconciliation, 'settled'>>(
    `select
       (select count(*)::integer from checkout c
        where c.settled_at is not null and c.amount_cents > 0
          and not exists (select from orders o where o.checkout_id = c.id)
          and not exists (select from refund r where r.checkout_id = c.id and r.failed_at is null))
       as paid_without_ticket_or_refund,
       (select count(*)::integer from ticket t
        join orders o on o.id = t.order_id join checkout c on c.id = o.checkout_id
        where t.voided_at is null and (c.settled_at is null or c.amount_cents > 0 and c.amount_cents <= (
          select coalesce(sum(r.amount_cents), 0) from refund r
          where r.checkout_id = c.id and r.failed_at is null)))
       as tickets_without_payment`,
  );
  return rows[0] as Omit<Reconciliation, 'settled'>;
}
