// Sends every documented call requests from valid to entirely invalid. The response is never a 500, always has a
// documented status, and errors are JSON with a message. `npm run fuzz` runs more cases.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openDemoShop } from '../open-demo-shop.ts';
import { createClient, newSession, textAt } from '../http-client.ts';
import { PASSWORD, newEmail } from '../registration.ts';
import { add, buy, findConcerts, register } from '../conformance/shopper.ts';
import { operationsOf } from './openapi.ts';
import { checkResponse, checkProblem } from './check-response.ts';
import { hostileText } from './hostile-values.ts';
import { fuzzRequest, type KnownValues } from './fuzz-request.ts';
import { sendRequest } from './send-request.ts';

const CASES = Number(process.env.FUZZ_CASES ?? 25);
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Date.now() / 1000));
const options = { numRuns: CASES, seed: SEED };
const limit = 60_000 + CASES * 1_000;

const shop = await openDemoShop({ RATE_LIMIT: 'off', LOG_LEVEL: 'error' });
const call = createClient(shop.url);
const document = (await call('GET', '/api/openapi.json')).body;
const known = await findKnown();

/** Sessions with and without a cart, an account, an order: with these values requests reach all of the code. */
async function findKnown(): Promise<KnownValues> {
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
  // logging out would make all later calls anonymous
  const operations = operationsOf(document).filter(({ operationId }) => operationId !== 'logout');

  test.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '%s',
    async (_name, operation) => {
      await fc.assert(
        fc.asyncProperty(fuzzRequest(operation, known), async (request) => {
          expect(checkResponse(operation, await sendRequest(shop.url, request))).toBeNull();
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
            hostileText().map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 500)),
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
        fc.asyncProperty(path, method, headers, async (target, name, accept) => {
          const response = await sendRequest(shop.url, {
            method: name,
            path: target,
            headers: accept,
            body: null,
            isBinary: false,
          });
          expect(response).not.toBeNull();
          if (response === null) return;
          expect(response.status).toBeLessThan(500);
          expect(response.status).not.toBe(301);
          if (response.status >= 400 && name !== 'HEAD' && !response.type.startsWith('text/html')) {
            expect(checkProblem(response.type, response.text, 0)).toBeNull();
          }
        }),
        { ...options, numRuns: CASES * 10 },
      );
    },
    limit,
  );

  test('the shop has logged no error', () => {
    const lines = shop.output().split('\n');
    const errors = lines.filter((line) => / error | fatal |Error:/.test(line));
    // the cases name addresses as a proxy would
    expect(errors.filter((line) => !line.includes('X-Forwarded-For'))).toEqual([]);
  });
});
