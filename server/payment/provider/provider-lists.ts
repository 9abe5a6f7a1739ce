import type Stripe from 'stripe';
import type { PaymentDeps } from '../settlement.ts';
import { isOfOtherShop } from './intents.ts';

/** Entries of a list that are compared with our records at a time; the provider allows no larger page. */
const PAGE_SIZE = 100;

/**
 * Intents paid since that time (Unix seconds) for which we have neither a settled checkout nor a refund; without
 * those of other shops (decision 14).
 */
export async function listUnsettledPayments(deps: PaymentDeps, since: number): Promise<string[]> {
  const intents = deps.provider.stripe.paymentIntents.list({
    created: { gte: since },
    limit: PAGE_SIZE,
  });
  return await collect(intents, async (page) => {
    const paid = new Map(
      page.filter(({ status }) => status === 'succeeded').map((intent) => [intent.id, intent]),
    );
    const { rows } = await deps.pool.query<UnmatchedRow>(
      `select paid.id as intent_id, c.id is not null as has_checkout
       from unnest($1::text[]) as paid (id) left join checkout c on c.intent_id = paid.id
       where c.settled_at is null and not exists (select from refund r where r.intent_id = paid.id)`,
      [[...paid.keys()]],
    );
    return withoutOtherShops(deps, rows, paid);
  });
}

/**
 * Intents with refunds since that time (Unix seconds) whose state differs in our records; without those of other
 * shops.
 */
export async function listUnknownRefunds(deps: PaymentDeps, since: number): Promise<string[]> {
  const refunds = deps.provider.stripe.refunds.list({
    created: { gte: since },
    limit: PAGE_SIZE,
    expand: ['data.payment_intent'],
  });
  return await collect(refunds, async (page) => {
    const { rows } = await deps.pool.query<UnmatchedRow>(
      `select distinct theirs.intent_id,
         exists (select from checkout c where c.intent_id = theirs.intent_id) as has_checkout
       from unnest($1::text[], $2::text[], $3::text[]) as theirs (id, intent_id, status)
       left join refund r on r.provider_id = theirs.id
       where theirs.intent_id <> '' and (r.id is null
         and theirs.status in ('pending', 'succeeded', 'requires_action')
         or theirs.status = 'succeeded' and r.succeeded_at is null
         or theirs.status in ('failed', 'canceled') and r.id is not null and r.failed_at is null)`,
      [
        page.map((refund) => refund.id),
        page.map((refund) => toId(refund.payment_intent)),
        page.map((refund) => refund.status),
      ],
    );
    const intents = page.flatMap(({ payment_intent: intent }) =>
      typeof intent === 'object' && intent !== null ? [[intent.id, intent] as const] : [],
    );
    return withoutOtherShops(deps, rows, new Map(intents));
  });
}

interface UnmatchedRow {
  intent_id: string;
  has_checkout: boolean;
}

/** A payment of one of our checkouts is ours, whatever its metadata says: APP_SECRET may have changed since. */
function withoutOtherShops(
  deps: PaymentDeps,
  rows: UnmatchedRow[],
  intents: ReadonlyMap<string, Stripe.PaymentIntent>,
): string[] {
  return rows
    .filter(({ intent_id: id, has_checkout: hasCheckout }) => {
      const intent = intents.get(id);
      return hasCheckout || intent === undefined || !isOfOtherShop(deps, intent);
    })
    .map((row) => row.intent_id);
}

/** Disputes opened since that time (Unix seconds) whose state differs in our records. */
export async function listUnknownDisputes(deps: PaymentDeps, since: number): Promise<string[]> {
  const disputes = deps.provider.stripe.disputes.list({
    created: { gte: since },
    limit: PAGE_SIZE,
  });
  return await collect(disputes, async (page) => {
    const { rows } = await deps.pool.query<{ id: string }>(
      `select theirs.id from unnest($1::text[], $2::text[]) as theirs (id, status)
       left join dispute d on d.id = theirs.id
       where d.status is distinct from theirs.status`,
      [page.map((dispute) => dispute.id), page.map((dispute) => dispute.status)],
    );
    return rows.map((row) => row.id);
  });
}

/** The id of an object that the provider returns as an id or expanded; '' for null. */
export function toId(reference: string | { id: string } | null): string {
  return typeof reference === 'string' ? reference : (reference?.id ?? '');
}

/** Reads all pages of a list; `compare` returns the ids on a page that differ from our records. */
async function collect<T>(
  list: Stripe.ApiListPromise<T>,
  compare: (page: T[]) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = [];
  let page: T[] = [];
  for await (const entry of list) {
    page.push(entry);
    if (page.length < PAGE_SIZE) continue;
    found.push(...(await compare(page)));
    page = [];
  }
  if (page.length > 0) found.push(...(await compare(page)));
  return [...new Set(found)];
}
