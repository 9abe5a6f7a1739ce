import { countViolations, verifyCheckouts, type ViolationCounts } from '../invariants.ts';
import { isFinal, type PaymentDeps } from './settlement.ts';
import {
  listUnknownDisputes,
  listUnknownRefunds,
  listUnsettledPayments,
} from './provider/provider-lists.ts';
import { recordDispute } from './receive-event.ts';
import { executeRefund, settleRefunds } from './execute-refund.ts';
import { settlePage, settlePayment } from './settle-payment.ts';

/** Open payments are checked at the provider after this time without an event. */
const CHECK_AFTER_SECONDS = 45;
/** How far back the provider's lists are read: the provider repeats webhooks for three days at most. */
const ALL_HOURS = 72;
/** Usually enough, because our own open payments are checked one by one. */
const RECENT_HOURS = 2;

/** The two counts of violations, which must be 0, and how many payments this run settled. */
export interface Reconciliation extends ViolationCounts {
  settled: number;
}

/**
 * Compares provider, orders and tickets, and repairs differences by calling the command that settles (payments.md
 * 13). Needs no webhook; safe to run at any time, even twice at once. `recent` reads the provider's lists for the
 * last two hours only, a hundredth of the work in a rush.
 */
export async function reconcile(
  deps: PaymentDeps,
  range: 'all' | 'recent' = 'all',
): Promise<Reconciliation> {
  const hours = range === 'all' ? ALL_HOURS : RECENT_HOURS;
  const since = Math.floor(Date.now() / 1000) - hours * 3600;
  let settled = 0;
  const settle = async (intentId: string): Promise<void> => {
    if (isFinal(await settlePayment(deps, intentId))) settled++;
  };
  await tryEach(deps, () => listOpenIntents(deps), settle);
  await tryEach(
    deps,
    () => listOpenPages(deps),
    async (page) => {
      if (isFinal(await settlePage(deps, page))) settled++;
    },
  );
  await tryEach(
    deps,
    () => listPendingRefunds(deps),
    (id) => executeRefund(deps, id),
  );
  await tryEach(deps, () => listUnsettledPayments(deps, since), settle);
  await tryEach(
    deps,
    () => listUnknownRefunds(deps, since),
    (intentId) => settleRefunds(deps, intentId),
  );
  await tryEach(
    deps,
    () => listUnknownDisputes(deps, since),
    (id) => recordDispute(deps, id),
  );
  await verifyCheckouts(deps.pool);
  return { ...(await countViolations(deps.pool)), settled };
}

/** Logs each failure, of the list or of an item, and continues; the next run tries it again. */
async function tryEach<T>(
  deps: PaymentDeps,
  find: () => Promise<T[]>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const report = (error: unknown, item?: T): void => {
    deps.log.warn(
      { err: error, item },
      'Could not reconcile with the provider; the next run tries again',
    );
  };
  const items = await find().catch((error: unknown) => {
    report(error);
    return [];
  });
  for (const item of items) await work(item).catch((error: unknown) => report(error, item));
}

async function listOpenIntents(deps: PaymentDeps): Promise<string[]> {
  return await listOpen(
    deps,
    'intent_id',
    `provider_session is null and intent_id not like 'free\\_%'`,
  );
}

/** Checks hosted pages whose webhook may never have come. */
async function listOpenPages(deps: PaymentDeps): Promise<string[]> {
  return await listOpen(deps, 'provider_session', 'true');
}

async function listOpen(
  deps: PaymentDeps,
  column: 'intent_id' | 'provider_session',
  condition: string,
): Promise<string[]> {
  const { rows } = await deps.pool.query<{ id: string }>(
    `select ${column} as id from checkout
     where closed_at is null and settled_at is null and ${column} is not null and ${condition}
       and created_at < now() - make_interval(secs => $1)
       and (checked_at is null or checked_at < now() - make_interval(secs => $1))
     order by created_at limit 500`,
    [CHECK_AFTER_SECONDS],
  );
  return rows.map((row) => row.id);
}

/** Refunds in progress: executed if their job was lost, otherwise updated to the provider's state. */
async function listPendingRefunds(deps: PaymentDeps): Promise<number[]> {
  const { rows } = await deps.pool.query<{ id: number }>(
    `select id from refund
     where succeeded_at is null and failed_at is null and requested_at < now() - interval '1 minute'
     order by requested_at limit 200`,
  );
  return rows.map((row) => row.id);
}
