import { createJsonResponse } from '../platform/http/json-response.ts';
import { bodyOf, type ApiApp, type Mount } from '../platform/http/mount.ts';
import { invalidField } from '../platform/problem.ts';
import { readBytes } from '../platform/http/read-body.ts';
import {
  completeHostedPage,
  completePayment,
  resumePayment,
  settleReturn,
} from './complete-payment.ts';
import { initiatePayment } from './initiate-payment.ts';
import { openHostedPage } from './open-hosted-page.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { receiveEvent } from './receive-event.ts';

/** Far more than any event of the provider has. */
const MAX_EVENT_BYTES = 1024 * 1024;

/** Payment (api.md, Payment and order). `termsVersion` is the version of the terms that pages show now. */
export function mountPayment(
  mount: Mount,
  app: ApiApp,
  deps: PaymentDeps,
  termsVersion: () => string,
): void {
  mount('initiatePayment', (call) => {
    checkSession(call.params.sessionId, call.body.sessionId);
    return initiatePayment(deps, {
      sessionId: call.params.sessionId,
      accountId: call.bearer?.accountId ?? null,
      language: call.language,
      termsVersion: termsVersion(),
    });
  });

  mount('completePayment', async (call) => {
    checkSession(call.params.sessionId, call.body.sessionId);
    const token = await completePayment(deps, call.params.sessionId, call.body.paymentIntent);
    return { data: { order_token: token } };
  });

  mount('resumePayment', async (call) => {
    return { data: await resumePayment(deps, call.params.sessionId) };
  });

  mount('openHostedPage', async (call) => {
    const opened = await openHostedPage(deps, {
      sessionId: call.params.sessionId,
      accountId: call.bearer?.accountId ?? null,
      language: call.language,
      termsVersion: termsVersion(),
    });
    return { data: 'url' in opened ? opened : { order_token: opened.orderToken } };
  });

  mount('completeHostedPage', async (call) => {
    const { params, body } = call;
    const token = await completeHostedPage(deps, params.sessionId, body.provider_session);
    return { data: { order_token: token } };
  });

  mount('settleReturn', async (call) => {
    await settleReturn(deps, call.body.reference);
    return undefined;
  });

  app.post('/payment/webhook', async (c) => {
    const payload = new TextDecoder().decode(await readBytes(bodyOf(c), MAX_EVENT_BYTES));
    await receiveEvent(deps, payload, c.req.header('stripe-signature') ?? '');
    return createJsonResponse({ received: true }, { status: 200, headers: new Headers() });
  });
}

/** 422 when the session ids in path and body differ (api.md, Conventions). */
function checkSession(path: string, body: string | null | undefined): void {
  if (body !== null && body !== undefined && body.toLowerCase() !== path) {
    throw invalidField('sessionId', 'SESSION_ID_DIFFERS');
  }
}
