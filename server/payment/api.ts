import { toEuro } from '#contract/fields.ts';
import { defineApi } from '../operations/define-api.ts';
import { invalidField } from '../platform/problem.ts';
import { paymentOperations } from './operations.ts';

/** Payment (api.md, Payment and order). */
export const paymentApi = defineApi(paymentOperations, {
  initiatePayment: {
    operation: 'payment:initiate',
    input: ({ params, body }) => ({ cartSession: sameSession(params.sessionId, body.sessionId) }),
    body: ({ token, paymentIntent, ...opened }) => ({
      token,
      paymentIntent,
      client_secret: opened.clientSecret,
      publishable_key: opened.publishableKey,
      amount: toEuro(opened.amountCents),
      currency: 'eur',
      status: opened.status,
    }),
  },
  completePayment: {
    operation: 'payment:complete',
    input: ({ params, body }) => ({
      cartSession: sameSession(params.sessionId, body.sessionId),
      intent: body.paymentIntent,
    }),
    body: (order_token) => ({ data: { order_token } }),
  },
});

/** The session of the path; 422 when that of the body differs (api.md, Conventions). */
function sameSession(path: string, body: string | null | undefined): string {
  if (body !== null && body !== undefined && body.toLowerCase() !== path) {
    throw invalidField('sessionId', 'SESSION_ID_DIFFERS');
  }
  return path;
}
