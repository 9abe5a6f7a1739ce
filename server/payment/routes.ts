import type { ApiApp } from '../operations/define-api.ts';
import { createJsonResponse } from '../platform/http/json-response.ts';
import { bodyOf, readBytes } from '../platform/http/read-body.ts';
import type { PaymentDeps } from './settlement.ts';
import { receiveEvent } from './receive-event.ts';

/** Far more than any event of the provider has. */
const MAX_EVENT_BYTES = 1024 * 1024;

/** Mounts what the provider calls (api.md, Payment and order). */
export function mountWebhook(app: ApiApp, deps: PaymentDeps): void {
  app.post('/payment/webhook', async (c) => {
    const payload = new TextDecoder().decode(await readBytes(bodyOf(c), MAX_EVENT_BYTES));
    await receiveEvent(deps, payload, c.req.header('stripe-signature') ?? '');
    return createJsonResponse({ received: true }, { status: 200, headers: new Headers() });
  });
}
