import { type Action, moveTickets } from './action.ts';

/** Requested refunds, and those made in the provider's dashboard. */
export const refundActions: Action[] = [
  {
    name: 'job makes the refund',
    about: { attempt: true },
    isSure: () => true,
    run({ buyer, attempt: at, guards }) {
      const attempt = buyer.attempts[at];
      if (attempt?.isRefundRequested !== true) return false;
      // under the same key the provider returns the same refund
      if (attempt.refunds > (guards.refundOnce ? 0 : 1)) return false;
      attempt.refunds++;
      return true;
    },
  },
  {
    name: 'refund in the dashboard',
    isRare: true,
    about: { attempt: true },
    run({ buyer, attempt: at }) {
      const attempt = buyer.attempts[at];
      if (attempt?.intent !== 'paid' || attempt.refunds > 0) return false;
      attempt.refunds = 1;
      attempt.dashboard = 'made';
      return true;
    },
  },
  {
    name: 'learn of the dashboard refund',
    about: { attempt: true },
    isSure: () => true,
    run(move) {
      const { buyer, guards } = move;
      const attempt = buyer.attempts[move.attempt];
      if (attempt === undefined || attempt.dashboard === 'none') return false;
      if (attempt.checkout !== 'settled' && guards.recordAfterSettling) return false;
      if (attempt.dashboard === 'known' && guards.voidOnce) return false;
      attempt.dashboard = 'known';
      if (!guards.dashboardRefundVoids || attempt.ticket === 'none') return true;
      moveTickets(move, 'sold', -1);
      attempt.ticket = 'void';
      return true;
    },
  },
];
