import { accountOf } from '../operations/caller.ts';
import { defineStep, type ShopContext } from '../operations/define.ts';
import {
  completeHostedPage,
  completePayment,
  resumePayment,
  settleReturn,
} from './complete-payment.ts';
import { initiatePayment } from './initiate-payment.ts';
import { openHostedPage } from './open-hosted-page.ts';

interface PaymentOf {
  sessionId: string;
}

/** The operations of payment (api.md, Payment and order). A completed payment returns the token of its order. */
export const paymentOperations = {
  'payment:initiate': defineStep('anyone', ({ deps, caller }, { sessionId }: PaymentOf) =>
    initiatePayment(deps, { sessionId, ...buyerOf({ deps, caller }) }),
  ),
  'payment:complete': defineStep(
    'anyone',
    ({ deps }, { sessionId, intent }: PaymentOf & { intent: string }) =>
      completePayment(deps, sessionId, intent),
  ),
  'payment:resume': defineStep('anyone', ({ deps }, { sessionId }: PaymentOf) =>
    resumePayment(deps, sessionId),
  ),
  'payment:open-page': defineStep('anyone', ({ deps, caller }, { sessionId }: PaymentOf) =>
    openHostedPage(deps, { sessionId, ...buyerOf({ deps, caller }) }),
  ),
  'payment:complete-page': defineStep(
    'anyone',
    ({ deps }, { sessionId, page }: PaymentOf & { page: string }) =>
      completeHostedPage(deps, sessionId, page),
  ),
  'payment:settle-return': defineStep('anyone', ({ deps }, { reference }: { reference: string }) =>
    settleReturn(deps, reference),
  ),
};

/** What a checkout records of its buyer. */
const buyerOf = ({ deps, caller }: ShopContext) => ({
  accountId: accountOf(caller),
  language: caller.language,
  termsVersion: deps.festival.content().legal.terms.version,
});
