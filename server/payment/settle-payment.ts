import { errorCode } from '../platform/errors.ts';
import { retry } from '../platform/retry.ts';
import { attachIntent } from './attach-intent.ts';
import { isFree, retrieveIntent } from './provider/intents.ts';
import {
  finalSettlement,
  findCheckoutState,
  isFinal,
  type CheckoutState,
  type Settlement,
} from './settlement.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { recordEvent, type EventRef } from './record-event.ts';
import { settlePaid } from './settle-paid.ts';
import { settleUnusualPayment } from './settle-unusual-payment.ts';

/** Attempts while another transaction is releasing the tickets that settling needs. */
const MAX_ATTEMPTS = 5;

/** Values that the caller may already have. */
export interface SettleOptions {
  /** The provider's event that reports the payment; recorded together with its effect. */
  event?: EventRef;
  /** The checkout as the caller has just read it; read here if left out. */
  checkout?: CheckoutState | null;
}

/**
 * Settles a payment for every caller: browser, webhook and reconciliation (payments.md 11). Trusts only the
 * intent's state at the provider. The held tickets of a paid one become an order; released tickets are sold if
 * they are still available, otherwise the payment is refunded, once. Repeatable.
 */
export async function settlePayment(
  deps: PaymentDeps,
  intentId: string,
  { event, checkout }: SettleOptions = {},
): Promise<Settlement> {
  const state = checkout === undefined ? await findCheckoutState(deps, intentId) : checkout;
  // browser and webhook often arrive together: the second reuses the first one's result if it is final
  const known = finalSettlement(state) ?? (await deps.inProgress.join(intentId));
  if (known !== null) {
    if (event !== undefined) await recordEvent(deps.pool, event, intentId);
    return known;
  }
  return await deps.inProgress.run(intentId, async () => {
    const intent = isFree(intentId) ? null : await retrieveIntent(deps.provider, intentId);
    if (intent === null && !isFree(intentId)) return { outcome: 'unknown' };
    if (state === null && intent !== null) await attachIntent(deps, intent);
    const settlement = await retryOnConflict(
      deps,
      intentId,
      async () =>
        (await settlePaid(deps, intent, event)) ??
        (await settleUnusualPayment(deps, intentId, intent, event)),
    );
    if (isFinal(settlement)) deps.stockChanged();
    return settlement;
  });
}

/** Another transaction may be releasing expired holds that this payment needs (sell_available_tickets). */
async function retryOnConflict(
  deps: PaymentDeps,
  intentId: string,
  settle: () => Promise<Settlement>,
): Promise<Settlement> {
  const when = async (error: unknown): Promise<boolean> => {
    if (errorCode(error) !== '40001') return false;
    await deps.pool.query(
      `select wait_for_expired_holds(array(
         select l.product_id from checkout_line l join checkout c on c.id = l.checkout_id
         where c.intent_id = $1))`,
      [intentId],
    );
    return true;
  };
  return await retry({ attempts: MAX_ATTEMPTS, when }, settle);
}
