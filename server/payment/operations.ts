import { z } from 'zod';
import { SessionBody } from '#contract/cart.ts';
import { requiredText } from '#contract/fields.ts';
import { CompleteBody } from '#contract/orders.ts';
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

const paymentOf = SessionBody.transform(({ sessionId }) => ({ cartSession: sessionId }));

/** The operations of payment (api.md, Payment and order). A completed payment returns the token of its order. */
export const paymentOperations = {
  'payment:initiate': defineStep({
    may: 'visitor',
    input: paymentOf,
    run: ({ deps, caller }, { cartSession }) =>
      initiatePayment(deps, { sessionId: cartSession, ...buyerOf({ deps, caller }) }),
  }),
  'payment:complete': defineStep({
    may: 'anyone',
    input: CompleteBody.extend(SessionBody.shape).transform((body) => ({
      cartSession: body.sessionId,
      intent: body.paymentIntent,
    })),
    run: ({ deps }, { cartSession, intent }) => completePayment(deps, cartSession, intent),
  }),
  'payment:resume': defineStep({
    may: 'anyone',
    input: paymentOf,
    run: ({ deps }, { cartSession }) => resumePayment(deps, cartSession),
  }),
  'payment:open-page': defineStep({
    may: 'visitor',
    input: paymentOf,
    run: ({ deps, caller }, { cartSession }) =>
      openHostedPage(deps, { sessionId: cartSession, ...buyerOf({ deps, caller }) }),
  }),
  'payment:complete-page': defineStep({
    may: 'anyone',
    input: SessionBody.extend({ provider_session: requiredText('REQUIRED', 255) }).transform(
      (body) => ({
        cartSession: body.sessionId,
        page: body.provider_session,
      }),
    ),
    run: ({ deps }, { cartSession, page }) => completeHostedPage(deps, cartSession, page),
  }),
  'payment:settle-return': defineStep({
    may: 'anyone',
    // the provider's page or the payment intent, as the address of the return names it
    input: z.object({ reference: requiredText('REQUIRED', 255) }),
    run: ({ deps }, { reference }) => settleReturn(deps, reference),
  }),
};

/** What a checkout records of its buyer. */
const buyerOf = ({ deps, caller }: ShopContext) => ({
  accountId: accountOf(caller),
  language: caller.language,
  termsVersion: deps.festival.content().legal.terms.version,
  post: deps.festival.delivery(),
});
