import type { Pool } from 'pg';
import type Stripe from 'stripe';
import type { Sandbox } from '#sandbox/start-sandbox.ts';

/**
 * Everything that must hold at any moment, also in the midst of trouble, as broken sentences; an empty
 * list is what we want. One snapshot: buyers may go on meanwhile.
 */
export async function findViolations(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ broken: string }>(`
    ${STOCK} union all ${ORDERS} union all ${INVOICES} union all ${CHECKOUTS}`);
  return rows.map((row) => row.broken);
}

/** Counter and ledger: what is held and sold is what the rows say, and never more than there is. */
const STOCK = `
  select format('product %s: %s held, the ledger says %s', s.product_id, s.held, h.held) as broken
  from stock s, lateral (
    select coalesce(sum(quantity), 0) as held from hold where product_id = s.product_id) h
  where s.held <> h.held
  union all
  select format('product %s: %s sold, presold and valid tickets are %s', s.product_id, s.sold,
    p.presold + t.valid)
  from stock s join product p on p.id = s.product_id, lateral (
    select count(*) as valid from ticket where product_id = s.product_id and voided_at is null) t
  where s.sold <> p.presold + t.valid
  union all
  select format('product %s: oversold', product_id) from stock where sold + held > quantity`;

const ORDERS = `
  select format('order %s has other tickets than were frozen', o.id)
  from orders o
  where (select jsonb_object_agg(ticket_type_id, n) from (
           select ticket_type_id, count(*) as n from ticket where order_id = o.id group by 1) t)
    is distinct from
        (select jsonb_object_agg(ticket_type_id, quantity) from checkout_line
         where checkout_id = o.checkout_id)
  union all
  select format('order %s of an unsettled checkout', o.id)
  from orders o join checkout c on c.id = o.checkout_id where c.settled_at is null
  union all
  select format('order %s has valid tickets and its money back', o.id)
  from orders o join checkout c on c.id = o.checkout_id
  where c.amount_cents > 0
    and exists (select from ticket t where t.order_id = o.id and t.voided_at is null)
    and c.amount_cents <= (select coalesce(sum(amount_cents), 0) from refund r
                           where r.checkout_id = c.id and r.failed_at is null)
  union all
  select format('checkout %s is settled with neither order nor refund', c.id)
  from checkout c
  where c.settled_at is not null and c.amount_cents > 0
    and not exists (select from orders o where o.checkout_id = c.id)
    and not exists (select from refund r where r.checkout_id = c.id)`;

/** Consecutive, from 1, without gaps; one invoice per order. */
const INVOICES = `
  select format('%s numbers of %s: %s, last %s, counter %s', i.series, i.year, i.n, i.last, c.last)
  from (select series, year, count(*) as n, max(number) as last from invoice group by 1, 2) i
  full join invoice_counter c using (series, year)
  where i.n is distinct from i.last or i.last is distinct from c.last
  union all
  select format('order %s has no invoice over its sum', o.id)
  from orders o join checkout c on c.id = o.checkout_id
  where not exists (select from invoice i where i.order_id = o.id and i.series = 'invoice'
                    and i.amount_cents = c.amount_cents)`;

const CHECKOUTS = `
  select format('checkout %s is frozen at %s, its lines are %s', c.id, c.amount_cents, l.cents)
  from checkout c, lateral (
    select c.delivery_cents + sum(quantity * price_cents) as cents from checkout_line
    where checkout_id = c.id) l
  where l.cents is distinct from c.amount_cents
  union all
  select format('cart %s is open past its ten renewals', id) from cart where renewals > 10`;

interface Paid {
  intent_id: string;
  amount_cents: number;
  ordered: boolean;
  valid: boolean;
  closed: boolean;
  provider_session: string | null;
}

/**
 * The promises above, and ours against the provider's records; true once everything has come to rest
 * (webhooks delivered, jobs done, reconciled): every payment has exactly one of ticket and refund.
 */
export async function findDifferences(pool: Pool, sandbox: Sandbox): Promise<string[]> {
  const broken = await findViolations(pool);
  const { rows } = await pool.query<Paid>(
    `select c.intent_id, c.amount_cents, o.id is not null as ordered, c.closed_at is not null as closed,
       c.provider_session, exists (select from ticket t where t.order_id = o.id and t.voided_at is null) as valid
     from checkout c left join orders o on o.checkout_id = c.id where c.intent_id is not null`,
  );
  const ours = new Map(rows.map((row) => [row.intent_id, row]));
  const refunds = Map.groupBy(
    sandbox.faults.refunds(),
    (refund) => refund.payment_intent as string,
  );
  const intents = new Map(sandbox.faults.intents().map((intent) => [intent.id, intent]));
  for (const intent of intents.values()) {
    broken.push(...compare(intent, ours.get(intent.id), refunds.get(intent.id) ?? []));
  }
  for (const row of rows) {
    const isPaid = row.amount_cents === 0 || intents.get(row.intent_id)?.status === 'succeeded';
    if (row.ordered && !isPaid) broken.push(`${row.intent_id}: an order nobody paid`);
  }
  broken.push(...(await comparePages(pool, sandbox.faults.sessions())));
  broken.push(...(await compareRefunds(pool, sandbox.faults.refunds())));
  return broken;
}

function compare(
  intent: Stripe.PaymentIntent,
  row: Paid | undefined,
  refunds: Stripe.Refund[],
): string[] {
  const back = refunds
    .filter(({ status }) => status === 'succeeded' || status === 'pending')
    .reduce((sum, refund) => sum + refund.amount, 0);
  if (intent.status !== 'succeeded') {
    if (row?.ordered) return [`${intent.id} is ${intent.status}, but there is an order`];
    // the intent of a hosted page can be paid there only
    const isPayable = intent.status !== 'canceled' && row?.provider_session === null;
    return row?.closed && isPayable ? [`${intent.id} of a closed checkout can still be paid`] : [];
  }
  const broken: string[] = [];
  const isRefunded = back === intent.amount_received;
  if (row?.valid === true && isRefunded) broken.push(`${intent.id}: both tickets and money back`);
  if (row?.valid !== true && !isRefunded) {
    broken.push(`${intent.id}: paid ${intent.amount_received}, no tickets, ${back} came back`);
  }
  return broken;
}

/** Only the page of an open checkout can be paid; one whose address nobody has got is known to no checkout. */
async function comparePages(pool: Pool, pages: Stripe.Checkout.Session[]): Promise<string[]> {
  const payable = pages.filter(({ status }) => status === 'open').map(({ id }) => id);
  const { rows } = await pool.query<{ broken: string }>(
    `select format('page %s of checkout %s can still be paid', provider_session, id) as broken
     from checkout where provider_session = any ($1)
       and (closed_at is not null or settled_at is not null)`,
    [payable],
  );
  return rows.map((row) => row.broken);
}

/** Every refund of the provider is one row of ours, for the same sum, and the other way round. */
async function compareRefunds(pool: Pool, refunds: Stripe.Refund[]): Promise<string[]> {
  const { rows } = await pool.query<{
    id: number;
    provider_id: string | null;
    amount_cents: number;
    succeeded: boolean;
    failed: boolean;
  }>(
    `select id, provider_id, amount_cents, succeeded_at is not null as succeeded,
       failed_at is not null as failed from refund`,
  );
  const known = new Map(rows.map((row) => [row.provider_id, row]));
  const broken: string[] = [];
  for (const refund of refunds) {
    const row = known.get(refund.id);
    if (row === undefined) broken.push(`refund ${refund.id} is not in our records`);
    else if (row.amount_cents !== refund.amount) broken.push(`refund ${row.id} has another sum`);
    else if (row.succeeded !== (refund.status === 'succeeded')) {
      broken.push(`refund ${row.id}: ours succeeded=${row.succeeded}, theirs is ${refund.status}`);
    } else if (row.failed !== (refund.status === 'failed')) {
      broken.push(`refund ${row.id}: ours failed=${row.failed}, theirs is ${refund.status}`);
    }
  }
  for (const row of rows) {
    if (row.provider_id === null && !row.succeeded) broken.push(`refund ${row.id} was never made`);
  }
  return broken;
}
