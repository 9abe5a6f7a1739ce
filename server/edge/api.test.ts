import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { listViolations } from '../invariants.ts';
import { createInvoke } from './api.ts';
import type { Visitor } from '../operations/caller.ts';

const shop = await openShop();
const responses: string[] = [];
const failures: unknown[] = [];
const invoke = createInvoke(shop.deps, {
  onResponse: (method, route, status) => void responses.push(`${method} ${route} ${status}`),
  onUnexpected: (error) => void failures.push(error),
});
let concert: TestConcert;
let context: Visitor;

beforeEach(async () => {
  concert = await createConcert(shop.pool, { quantity: 5 });
  const sessionId = randomUUID();
  context = {
    kind: 'visitor',
    requestId: randomUUID(),
    language: 'de',
    address: '203.0.113.7',
    userAgent: '',
    knownAccounts: [],
    token: null,
    cartSession: sessionId,
    replacedToken: null,
  };
  responses.length = 0;
  return async () => expect(await listViolations(shop.pool)).toEqual([]);
});

const addition = (quantity = 1) => ({
  body: {
    sessionId: context.cartSession ?? '',
    items: [{ productId: concert.productId, id: concert.types[0], quantity }],
  },
});
const inCart = async () => {
  const { response } = await invoke(
    'getCart',
    { params: { sessionId: context.cartSession ?? '' } },
    context,
  );
  return response?.data.items[0]?.items[0]?.quantity ?? 0;
};

describe('a call in this process', () => {
  test('responds as the API does, and counts as its calls do', async () => {
    const { response, problem } = await invoke('addToCart', addition(2), context);
    expect(problem).toBeNull();
    expect(response).toMatchObject({ msgCode: 6102, data: { total_price: 48 } });
    expect(responses).toEqual(['POST /cart 200']);
  });

  test('returns an expected failure as a value, in the visitor’s language', async () => {
    const { response, problem } = await invoke('addToCart', addition(3), context);
    expect([response?.msgCode, problem]).toEqual([6102, null]);
    const other = { ...context, language: 'en' as const };
    const refused = await invoke('addToCart', addition(3), other);
    expect(refused).toEqual({
      response: null,
      problem: {
        code: 'too_few_tickets',
        status: 409,
        msgCode: 6104,
        message: 'There are not that many tickets left',
        errors: {},
      },
    });
    expect(responses).toEqual(['POST /cart 200', 'POST /cart 409']);
  });

  test('validates, and reports invalid fields by name', async () => {
    const broken = { body: { email_address: '', password: '' } };
    const { problem } = await invoke('login', broken, context);
    expect(problem).toMatchObject({
      code: 'invalid',
      status: 422,
      errors: {
        email_address: 'Bitte geben Sie Ihre E-Mail-Adresse an',
        password: 'Bitte geben Sie Ihr Passwort an',
      },
    });
    expect(problem?.message).toBe(
      'Bitte geben Sie Ihre E-Mail-Adresse an Bitte geben Sie Ihr Passwort an',
    );
  });

  test('requires a bearer where the endpoint does', async () => {
    expect((await invoke('getMe', {}, context)).problem?.code).toBe('unauthorized');
    const stranger = { ...context, token: 'unknown' };
    expect((await invoke('getMe', {}, stranger)).problem?.code).toBe('unauthorized');
    expect(failures).toEqual([]);
  });
});

describe('a change happens once', () => {
  test('under the key of its form, even when it is sent twice at once', async () => {
    const once = { key: randomUUID() };
    const [first, second] = await Promise.all([
      invoke('addToCart', addition(), context, once),
      invoke('addToCart', addition(), context, once),
    ]);
    expect(first.response).toEqual(second.response);
    expect(await inCart()).toBe(1);
  });

  test('the same form with other values is another change', async () => {
    const once = { key: randomUUID() };
    await invoke('addToCart', addition(1), context, once);
    expect((await invoke('addToCart', addition(2), context, once)).problem).toBeNull();
    expect(await inCart()).toBe(3);
  });

  test('a refused change can be retried', async () => {
    const once = { key: randomUUID() };
    await invoke('addToCart', addition(5), context);
    expect((await invoke('addToCart', addition(), context, once)).problem?.status).toBe(409);
    const clear = { body: { sessionId: context.cartSession ?? '' } };
    await invoke('clearCart', clear, context);
    expect((await invoke('addToCart', addition(), context, once)).problem).toBeNull();
    expect(await inCart()).toBe(1);
  });

  test('without a key, the same input counts once within a time, then again', async () => {
    const twice = () => invoke('addToCart', addition(), context, { withinSeconds: 2 });
    await Promise.all([twice(), twice()]);
    expect(await inCart()).toBe(1);
    await shop.pool.query(`update idempotent_request set started_at = started_at - interval '3 s'`);
    await twice();
    expect(await inCart()).toBe(2);
  });

  test('a first form counts once, whether or not its repetition comes with the new cookie', async () => {
    const first = { ...context, cartSession: null };
    await invoke('addToCart', addition(), first, { withinSeconds: 2 });
    await invoke('addToCart', addition(), context, { withinSeconds: 2 });
    expect(await inCart()).toBe(1);
  });

  test('the same input of two visitors counts twice', async () => {
    const once = { key: 'a' };
    await invoke('addToCart', addition(), context, once);
    const before = context.cartSession;
    context = { ...context, cartSession: randomUUID() };
    await invoke('addToCart', addition(), context, once);
    expect(await inCart()).toBe(1);
    context = { ...context, cartSession: before };
    expect(await inCart()).toBe(1);
  });
});
