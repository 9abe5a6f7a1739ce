import { setTimeout as wait } from 'node:timers/promises';
import type { ConcurrencyLimiter } from '../../platform/process/concurrency-limiter.ts';
import { withoutLimit } from '../settle-payment.ts';
import {
  finalSettlement,
  type PaymentDeps,
  type CheckoutState,
  type Settlement,
} from '../settlement.ts';

/** How often browsers make us read one payment at the provider; all processes share it by `checked_at`. */
const READ_EVERY_MS = 2000;

/** A checkout as a browser's call has just read it. */
export type ReadCheckout = Omit<CheckoutState, 'session_id'>;

/**
 * Settles a payment when a browser asks, by `settle`, which reads the provider. Anybody may repeat such a call: those
 * of one payment share a read, wait for the next one, and otherwise get the state that we store.
 */
export async function settleForBrowser(
  deps: PaymentDeps,
  checkout: ReadCheckout,
  settle: (limit: ConcurrencyLimiter) => Promise<Settlement>,
): Promise<Settlement> {
  const known = finalSettlement(checkout);
  if (known !== null) return known;
  const read = () => settle(deps.provider.limitReads);
  // nobody has read it yet: the usual case, without another statement, and as urgent as its webhook, which shares it
  if (!checkout.is_checked && !deps.reads.has(checkout.id))
    return await share(deps, checkout.id, () => settle(withoutLimit));
  const waitMs = await claimRead(deps, checkout.id);
  if (waitMs === 0) return await share(deps, checkout.id, read);
  // timers may end a moment early
  await wait(waitMs + 10);
  return await share(deps, checkout.id, async () =>
    (await claimRead(deps, checkout.id)) === 0 ? await read() : await findStored(deps, checkout.id),
  );
}

/** Lets the calls for one checkout in this process share one result. */
async function share(
  { reads }: PaymentDeps,
  id: number,
  read: () => Promise<Settlement>,
): Promise<Settlement> {
  const running = reads.get(id);
  if (running) return await running;
  const mine = read().finally(() => {
    reads.set(id, null);
    setTimeout(() => reads.get(id) === null && reads.delete(id), READ_EVERY_MS).unref();
  });
  reads.set(id, mine);
  return await mine;
}

/** Claims the next read of a checkout: 0, or the milliseconds until it is possible. */
async function claimRead(deps: PaymentDeps, id: number): Promise<number> {
  const { rows } = await deps.steps.query<{ wait_ms: number }>({
    name: 'claim_read',
    text: `with claimed as (
        update checkout set checked_at = clock_timestamp()
        where id = $1 and coalesce(checked_at, '-infinity') < clock_timestamp() - make_interval(secs => $2)
        returning id
      )
      select greatest(1, $2 * 1000 - extract(epoch from clock_timestamp() - checked_at) * 1000)::float8 as wait_ms
      from checkout where id = $1 and not exists (select from claimed)`,
    values: [id, READ_EVERY_MS / 1000],
  });
  return rows[0]?.wait_ms ?? 0;
}

interface StoredCheckout extends ReadCheckout {
  is_closed: boolean;
  is_processing: boolean;
}

async function findStored(deps: PaymentDeps, id: number): Promise<Settlement> {
  const { rows } = await deps.steps.query<StoredCheckout>({
    name: 'find_stored_checkout',
    text: `select c.id, c.settled_at is not null as is_settled, c.checked_at is not null as is_checked,
        c.closed_at is not null as is_closed, c.is_processing,
        exists (select from orders o where o.checkout_id = c.id) as has_order
      from checkout c where c.id = $1`,
    values: [id],
  });
  const stored = rows[0] ?? null;
  if (stored?.is_settled === true) await deps.flush(id);
  return finalSettlement(stored) ?? { outcome: outcomeOf(stored) };
}

function outcomeOf(stored: StoredCheckout | null): 'canceled' | 'processing' | 'open' {
  if (stored?.is_closed === true) return 'canceled';
  return stored?.is_processing === true ? 'processing' : 'open';
}
