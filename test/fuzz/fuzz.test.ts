// Every documented call with requests from quite right to quite wrong: no 500, always JSON with a message,
// always a documented status (issue: the whole API for any client). Longer by hand: npm run fuzz.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openDemoShop } from '../open-demo-shop.ts';
import { createClient, newSession, textAt } from '../http-client.ts';
import { PASSWORD, newEmail } from '../registration.ts';
import { add, buy, findConcerts, register } from '../conformance/shopper.ts';
import { operationsOf } from './document.ts';
import { wrongWith, wrongWithRefusal } from './judge.ts';
import { nastyText } from './nasty.ts';
import { type Known, send, wildRequest } from './requests.ts';

const CASES = Number(process.env.FUZZ_CASES ?? 25);
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Date.now() / 1000));
const options = { numRuns: CASES, seed: SEED };
const limit = 60_000 + CASES * 1_000;

const shop = await openDemoShop({ RATE_LIMIT: 'off', LOG_LEVEL: 'error' });
const call = createClient(shop.url);
const document = (await call('GET', '/api/openapi.json')).body;
const known = await findKnown();

/** Sessions with and without a cart, a customer, an order, so that wild requests reach every corner. */
async function findKnown(): Promise<Known> {
  const concerts = await findConcerts(call);
  const customer = await register(call);
  const order = await buy(call, shop.sandbox, concerts[0], { bearer: customer.token });
  const sessions = [newSession(), newSession(), newSession()];
  await add(call, { sessionId: sessions[0] ?? '' }, concerts[1]);
  const me = await call('GET', '/me', { bearer: customer.token });
  return {
    bearer: [customer.token],
    sessionId: [...sessions, order.visit.sessionId],
    items: concerts
      .slice(0, 4)
      .map(({ productId, tickets }) => [{ productId, id: tickets[0]?.id, quantity: 1 }]),
    country_id: [55, 40, 840],
    token: [order.token, textAt(me.body, 'data.user_data.newsletter_token')],
    paymentIntent: [order.intent],
    email: [customer.email, newEmail()],
    email_address: [customer.email],
    password: [PASSWORD],
    current_password: [PASSWORD],
    'updateUser.id': [customer.id, customer.id + 1],
    id: concerts.map((concert) => concert.id),
  };
}

describe(`fuzzing with ${CASES} cases each, seed ${SEED}`, () => {
  // what ends the customer's session would leave the others nothing to try
  const operations = operationsOf(document).filter(({ operationId }) => operationId !== 'logout');

  test.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '%s',
    async (_name, operation) => {
      await fc.assert(
        fc.asyncProperty(wildRequest(operation, known), async (wild) => {
          expect(wrongWith(operation, await send(shop.url, wild))).toBeNull();
        }),
        options,
      );
    },
    limit,
  );

  test(
    'any path and method',
    async () => {
      const segments = [
        'api',
        'cart',
        'concert',
        'de',
        'media',
        'documents',
        'payment',
        'dev',
        'assets',
      ];
      const path = fc
        .array(
          fc.oneof(
            fc.constantFrom(...segments, '..', '.', '%2e%2e', '%', '%00', '%ff'),
            nastyText().map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 500)),
          ),
          {
            minLength: 1,
            maxLength: 5,
          },
        )
        .map((parts) => `/${parts.join('/')}`);
      const method = fc.constantFrom(
        'GET',
        'HEAD',
        'POST',
        'PUT',
        'DELETE',
        'PATCH',
        'OPTIONS',
        'TRACE',
        'QUERY',
      );
      const headers = fc.constantFrom({ accept: 'text/html' }, { accept: 'application/json' });
      await fc.assert(
        fc.asyncProperty(path, method, headers, async (where, how, given) => {
          const answer = await send(shop.url, {
            method: how,
            path: where,
            headers: given,
            body: null,
            isBinary: false,
          });
          expect(answer).not.toBeNull();
          if (answer === null) return;
          expect(answer.status).toBeLessThan(500);
          expect(answer.status).not.toBe(301);
          if (answer.status >= 400 && how !== 'HEAD' && !answer.type.startsWith('text/html')) {
            expect(wrongWithRefusal(answer.type, answer.text, 0)).toBeNull();
          }
        }),
        { ...options, numRuns: CASES * 10 },
      );
    },
    limit,
  );

  test('the shop has logged no error', () => {
    const lines = shop.output().split('\n');
    expect(lines.filter((line) => / error | fatal |Error:/.test(line))).toEqual([]);
  });
});
