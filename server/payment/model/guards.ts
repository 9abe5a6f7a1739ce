/**
 * What the code checks so that money and tickets are safe, each by a name and with the place where it
 * stands. The model runs with all of them, or with one taken away to show that it is needed.
 */
export const guards = {
  /** change-cart.sql 3: a hold only while sold + held leave room. */
  holdNeedsRoom: true,
  /** release-cart.sql, release-expired-holds.sql: what is given back is what the ledger says, once. */
  releaseReadsLedger: true,
  /** change-cart.sql 2, change-unpaid-cart.ts: nothing changes while a payment is open. */
  changeNeedsNoOpenPayment: true,
  /** freeze-cart.ts, open-payment.ts: card fields and hosted page are never open at the same time. */
  freezeNeedsNoOpenPayment: true,
  /** initiate-payment.ts, open-hosted-page.ts: an intent or page is handed out only while its checkout is open. */
  storeNeedsOpenCheckout: true,
  /** cancel-checkout.ts: the provider cancels before the checkout is closed. */
  cancelBeforeClose: true,
  /** cancel-checkout.ts: closed only with the intent it had when it was cancelled. */
  closeNeedsSameIntent: true,
  /** settle-payment.ts: believes the provider's state, no event and no browser. */
  settleAsksProvider: true,
  /** settle-in-transaction.ts: settled_at is read under the lock; a payment is settled once. */
  settleOnce: true,
  /** sell-tickets.sql: the cart's own hold becomes the sold ticket. */
  saleUsesHold: true,
  /** sell-tickets.sql: what is no longer held is taken only if it is free. */
  saleNeedsRoom: true,
  /** refund-checkout.ts: the refund is promised in the transaction that settles. */
  refundPromisedWithSettling: true,
  /** execute-refund.ts: one key per refund, however often its job runs. */
  refundOnce: true,
  /** settle-dashboard-refund.ts: recorded only once its payment is settled. */
  recordAfterSettling: true,
  /** settle-dashboard-refund.ts: a refund in the dashboard voids the tickets. */
  dashboardRefundVoids: true,
  /** cancel-order.ts: a place comes back on sale once. */
  voidOnce: true,
  /** reconcile.ts: a payment nobody told us of is found. */
  reconcile: true,
};

export type Guards = typeof guards;
export type GuardName = keyof Guards;
