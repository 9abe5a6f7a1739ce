import { Stripe } from 'stripe';
import type { RecurringJob } from '../platform/jobs/job-runner.ts';
import { toId } from './provider/provider-lists.ts';
import type { PaymentDeps } from './settlement.ts';

/** Fetches fees and payouts at night; they are for the treasurer, so a day late is early enough (office.md 9). */
export const fetchPayoutsJob: RecurringJob = {
  task: 'fetch-payouts',
  cron: '43 3 * * *',
  catchUp: 24 * 60,
};

/** The provider lists the newest first: after a crash, the next run reads the span in progress again. */
const SPAN_SECONDS = 7 * 86_400;
const PAGE_SIZE = 100;

/**
 * Records what the provider charged for each payment and refund, and the payout that contains it. Repeatable. Does
 * nothing where the provider does not tell, such as to a key without this right.
 */
export async function fetchPayouts(
  deps: Pick<PaymentDeps, 'pool' | 'provider' | 'log'>,
): Promise<void> {
  try {
    await fetchTransactions(deps);
    await assignPayouts(deps);
    await findInvoices(deps);
  } catch (error) {
    if (!isNotTold(error)) throw error;
    deps.log.warn({ err: error }, 'The payment provider does not list fees and payouts');
  }
}

/** Whether the provider does not serve this list at all, or not to our key. */
const isNotTold = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && [401, 403, 404].includes(error.statusCode ?? 0);

type Deps = Pick<PaymentDeps, 'pool' | 'provider'>;

async function fetchTransactions(deps: Deps): Promise<void> {
  const { rows } = await deps.pool.query<{ since: number | null }>(
    `select extract(epoch from coalesce((select max(created_at) - make_interval(secs => $1) from provider_transaction),
       (select created_at - interval '1 day' from orders order by created_at, id limit 1)))::bigint as since`,
    [SPAN_SECONDS],
  );
  const now = Math.floor(Date.now() / 1000);
  for (let from = rows[0]?.since ?? now; from < now; from += SPAN_SECONDS) {
    const list = deps.provider.stripe.balanceTransactions.list({
      created: { gte: from, lt: from + SPAN_SECONDS },
      limit: PAGE_SIZE,
      expand: ['data.source'],
    });
    let page: Stripe.BalanceTransaction[] = [];
    for await (const transaction of list) {
      page.push(transaction);
      if (page.length < PAGE_SIZE) continue;
      await record(deps, page);
      page = [];
    }
    await record(deps, page);
  }
}

/** Records those of our payments; a payment of another shop on the same account has no checkout here. */
async function record({ pool }: Deps, page: Stripe.BalanceTransaction[]): Promise<void> {
  const ours = page.flatMap((transaction) => {
    const { source } = transaction;
    if (source === null || typeof source === 'string' || !('payment_intent' in source)) return [];
    const intentId = toId(source.payment_intent);
    return [{ ...transaction, intentId, returnId: source.object === 'charge' ? null : source.id }];
  });
  await pool.query(
    `insert into provider_transaction (id, intent_id, return_id, fee_cents, created_at)
     select t.id, t.intent_id, t.return_id, t.fee, to_timestamp(t.created)
     from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::bigint[])
       as t (id, intent_id, return_id, fee, created)
     where exists (select from checkout c where c.intent_id = t.intent_id)
     on conflict (id) do nothing`,
    [
      ours.map(({ id }) => id),
      ours.map(({ intentId }) => intentId),
      ours.map(({ returnId }) => returnId),
      ours.map(({ fee }) => fee),
      ours.map(({ created }) => created),
    ],
  );
}

/** Asks for what each new payout contains; the provider knows it of automatic ones only. */
async function assignPayouts({ pool, provider: { stripe } }: Deps): Promise<void> {
  const { rows } = await pool.query<{ since: number | null }>(
    `select extract(epoch from min(created_at))::bigint as since from provider_transaction where payout_id is null`,
  );
  const since = rows[0]?.since;
  if (since === null || since === undefined) return;
  for await (const payout of stripe.payouts.list({ created: { gte: since }, limit: PAGE_SIZE })) {
    if (!payout.automatic || payout.reconciliation_status !== 'completed') continue;
    const known = await pool.query(
      'select from provider_transaction where payout_id = $1 limit 1',
      [payout.id],
    );
    if (known.rows.length > 0) continue;
    const ids: string[] = [];
    const contents = stripe.balanceTransactions.list({ payout: payout.id, limit: PAGE_SIZE });
    for await (const { id } of contents) ids.push(id);
    await pool.query('update provider_transaction set payout_id = $1 where id = any ($2)', [
      payout.id,
      ids,
    ]);
  }
}

/** Finds the invoices and cancellation invoices of what was recorded; those of a dispute may come weeks later. */
async function findInvoices({ pool }: Deps): Promise<void> {
  await pool.query(
    `update provider_transaction t set invoice_id = i.id, issued_at = i.issued_at
     from invoice i
     where t.invoice_id is null and i.id = case when t.return_id is null
       then (select n.id from checkout c join orders o on o.checkout_id = c.id join invoice n on n.order_id = o.id
         where c.intent_id = t.intent_id and n.series = 'invoice')
       else coalesce((select n.id from refund r join invoice n on n.refund_id = r.id where r.provider_id = t.return_id),
         (select max(n.id) from dispute d join checkout c on c.intent_id = d.intent_id
            join orders o on o.checkout_id = c.id join invoice n on n.order_id = o.id
          where d.id = t.return_id and d.status = 'lost' and n.series = 'cancellation' and n.refund_id is null)) end`,
  );
}
