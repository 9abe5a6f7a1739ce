/**
 * The checks that keep money and tickets safe, each with the file that implements it. The model runs with all of
 * them, or without one, to show that it is needed.
 */
export const guards = {
  /** change-cart.sql 3: holds a ticket only while sold + held is below the quantity. */
  holdNeedsRoom: true,
  /** find-stock-problem.sql: the same for the quota of a ticket type. */
  holdNeedsQuota: true,
  /**
   * release-cart.sql, release-expired-holds.sql, count-sold.sql, cancel-order.ts: quotas count what the stock counts.
   */
  quotaCountsDown: true,
  /** release-cart.sql, release-expired-holds.sql: releases what table hold says, once. */
  releaseReadsLedger: true,
  /** change-cart.sql 2, change-cart.ts: nothing changes while a payment is open. */
  changeNeedsNoOpenPayment: true,
  /** freeze-cart.ts, initiate-payment.ts: card fields and hosted page are never open at the same time. */
  freezeNeedsNoOpenPayment: true,
  /** initiate-payment.ts, open-hosted-page.ts: an intent or page is handed out only while its checkout is open. */
  storeNeedsOpenCheckout: true,
  /** cancel-payment.ts: the provider cancels before the checkout is closed. */
  cancelBeforeClose: true,
  /** cancel-payment.ts: closed only with the intent it had when it was cancelled. */
  closeNeedsSameIntent: true,
  /** settle-payment.ts: trusts the provider's state, neither event nor browser. */
  settleAsksProvider: true,
  /** settle-unusual-payment.ts: settled_at is read under the lock; a payment is settled once. */
  settleOnce: true,
  /** sell-held-tickets.sql: the cart's own hold becomes the sold ticket. */
  saleUsesHold: true,
  /** sell-available-tickets.sql: a ticket that is no longer held is sold only if it is available. */
  saleNeedsRoom: true,
  /** sell-available-tickets.sql: and only if its type's quota allows it. */
  saleNeedsQuota: true,
  /** settle-unusual-payment.ts: the transaction that settles also requests the refund. */
  refundRequestedWithSettling: true,
  /** execute-refund.ts: one key per refund, however often its job runs. */
  refundOnce: true,
  /** execute-refund.ts: recorded only once its payment is settled. */
  recordAfterSettling: true,
  /** execute-refund.ts: a refund in the dashboard voids the tickets. */
  dashboardRefundVoids: true,
  /** cancel-order.ts: a place goes back on sale once. */
  voidOnce: true,
  /** create-order.sql, sell-available-tickets.sql: nothing of a cancelled concert is sold, the money goes back. */
  saleNeedsConcert: true,
  /** cancel-concert.ts: locks the stock before it lists the orders, so that a sale in progress is among them. */
  cancelListsAllOrders: true,
  /** cancel-concert.ts: a job cancels the open payments. */
  cancelEndsPayments: true,
  /** step-run-item.ts: reads the item under its lock, so that a step is taken once, and none after an undo. */
  stepOnce: true,
  /** refund-buyer.ts: voids and refunds only tickets that are still valid. */
  stepNeedsValidTicket: true,
  /** choice.ts: a choice can be changed until it is carried out. */
  choiceNeedsAsked: true,
  /** reconcile.ts: finds payments for which no webhook arrived. */
  reconcile: true,
};

export type Guards = typeof guards;
export type GuardName = keyof Guards;
