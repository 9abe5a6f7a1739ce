import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { createProvider } from './stripe.ts';

/** A provider that responds only when the test says so. */
async function startSlowProvider(maxWaitMs?: number) {
  const open: { call: string; response: ServerResponse }[] = [];
  let arrived = () => {};
  const server = createServer((request, response) => {
    request.resume();
    open.push({ call: `${request.method} ${request.url}`, response });
    arrived();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const provider = createProvider({
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecrets: [],
    apiBase: `http://127.0.0.1:${port}`,
    jsUrl: undefined,
    ...(maxWaitMs === undefined ? {} : { maxWaitMs }),
  });
  return {
    provider,
    open,
    until: async (count: number) => {
      while (open.length < count) await new Promise<void>((resolve) => (arrived = resolve));
    },
    respond: (index: number) => {
      const { response } = open[index] ?? {};
      response?.writeHead(200, { 'content-type': 'application/json' });
      response?.end(JSON.stringify({ id: 'pi_1', object: 'payment_intent' }));
    },
  };
}

test('twenty calls at a time; reads that browsers cause go after all others', async () => {
  const { provider, open, until, respond } = await startSlowProvider();
  const { paymentIntents } = provider.stripe;
  const create = () => paymentIntents.create({ amount: 100, currency: 'eur' });
  const opened = Array.from({ length: 20 }, create);
  await until(20);
  const read = provider.limitReads(() => paymentIntents.retrieve('pi_browser'));
  // the read stands in the queue before these
  await new Promise(setImmediate);
  const settled = paymentIntents.retrieve('pi_webhook');
  const last = create();
  for (let index = 0; index < 3; index++) {
    respond(index);
    await until(21 + index);
  }
  const calls = open.slice(20).map(({ call }) => call);
  expect(calls.slice(0, 2).toSorted()).toEqual([
    'GET /v1/payment_intents/pi_webhook',
    'POST /v1/payment_intents',
  ]);
  expect(calls[2]).toBe('GET /v1/payment_intents/pi_browser');
  for (let index = 3; index < 23; index++) respond(index);
  await Promise.all([...opened, read, settled, last]);
});

test('a new payment that waits too long is refused, unsent; calls that settle still have their turn', async () => {
  const { provider, open, until, respond } = await startSlowProvider(200);
  const { paymentIntents } = provider.stripe;
  const initiate = () =>
    provider.limitOpenings(() => paymentIntents.create({ amount: 100, currency: 'eur' }));
  const opened = Array.from({ length: 16 }, initiate);
  await until(16);
  const refused = { code: 'provider_busy', extras: { retryAfter: 0.2 } };
  const waiting = await Promise.allSettled(Array.from({ length: 5 }, initiate));
  for (const call of waiting) expect(call).toMatchObject({ status: 'rejected', reason: refused });
  expect(open, 'the provider knows nothing of them').toHaveLength(16);
  // in addition to openings without a response
  const settled = Array.from({ length: 3 }, (_, id) => paymentIntents.retrieve(`pi_${id}`));
  await until(19);
  for (let index = 16; index < 19; index++) respond(index);
  await Promise.all(settled);
  for (let index = 0; index < 16; index++) respond(index);
  await Promise.all(opened);
});

test.each([
  ['null', 'null'],
  ['30 MB', `{"id":"${'x'.repeat(30_000_000)}"}`],
])('a response of %s is an error of the provider', async (_, body) => {
  const server = createServer((_request, response) => void response.end(body)).listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { stripe } = createProvider({
    secretKey: 'sk_test_responses',
    publishableKey: 'pk_test_responses',
    webhookSecrets: [],
    apiBase: `http://127.0.0.1:${port}`,
    jsUrl: undefined,
  });
  await expect(stripe.paymentIntents.retrieve('pi_1')).rejects.toBeInstanceOf(
    Stripe.errors.StripeError,
  );
});
