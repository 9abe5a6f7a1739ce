import { expect, test } from 'vitest';
import type { SuiteContext } from './conventions.ts';
import { type ApiResponse, at, listAt, newSession, textAt } from '../http-client.ts';
import { newEmail } from '../registration.ts';
import {
  add,
  available,
  buy,
  cartLine,
  complete,
  deliver,
  details,
  fillCart,
  findConcerts,
  initiate,
  leaveOnly,
  register,
  succeeded,
} from './shopper.ts';

/** The calls of payment and orders (api.md, Payment and order). */
export function payment(suite: SuiteContext): void {
  initiating(suite);
  completing(suite);
  orders(suite);
}

const orderOf = ({ call }: SuiteContext, token: string): Promise<ApiResponse> =>
  call('GET', `/api/order/details?token=${token}`);

function initiating({ shop, call }: SuiteContext): void {
  test('initiate responds with token, intent, secret, key, amount; the same intent for an unchanged cart', async () => {
    const concert = (await findConcerts(call))[0];
    const visit = await fillCart(call, concert, { quantity: 2, method: 'postal' });
    const first = succeeded(await initiate(call, visit));
    expect(first.body).toMatchObject({
      token: expect.any(String) as string,
      paymentIntent: expect.stringMatching(/^pi_/) as string,
      client_secret: expect.stringContaining('_secret_') as string,
      publishable_key: 'pk_test_sandbox',
      currency: 'eur',
      amount: 2 * (concert.tickets[0]?.price ?? 0) + 4.5,
    });
    const again = await initiate(call, visit, { json: { sessionId: visit.sessionId } });
    expect(again.body).toEqual(first.body);
    await add(call, visit, concert);
    const changed = succeeded(await initiate(call, visit));
    expect(textAt(changed.body, 'paymentIntent')).not.toBe(textAt(first.body, 'paymentIntent'));
    const old = shop.sandbox.faults.intents().find((i) => i.id === at(first.body, 'paymentIntent'));
    expect(old?.status).toBe('canceled');
  });

  test('initiate needs a cart, complete details and a suitable delivery method, otherwise 409', async () => {
    const concert = (await findConcerts(call))[0];
    const visit = { sessionId: newSession() };
    const refused = async () => {
      const response = await initiate(call, visit);
      expect([response.status, typeof at(response.body, 'message')]).toEqual([409, 'string']);
    };
    await refused();
    await add(call, visit, concert);
    await refused();
    succeeded(await call('POST', '/delivery-details', { json: details(visit) }));
    await refused();
    succeeded(await deliver(call, visit, 'boxoffice'));
    expect((await initiate(call, visit)).status).toBe(200);
  });

  test("initiating moves the hold's end to at least 15 minutes from then, once", async () => {
    const visit = await fillCart(call, (await findConcerts(call))[0]);
    const shorten = () =>
      shop.pool.query(
        `update cart set expires_at = now() + interval '2 min', release_at = now() + interval '2 min'
         where session_id = $1`,
        [visit.sessionId],
      );
    const minutes = async () => {
      const { body } = await call('GET', `/cart/${visit.sessionId}`);
      return (Date.parse(textAt(body, 'data.expires_at')) - Date.now()) / 60_000;
    };
    await shorten();
    succeeded(await initiate(call, visit));
    expect(await minutes()).toBeGreaterThan(14);
    await shorten();
    succeeded(await initiate(call, visit));
    expect(await minutes()).toBeLessThan(3);
  });

  test('while a payment is paid or processing, changes of the cart are 409 6104', async () => {
    const concert = (await findConcerts(call))[0];
    const visit = await fillCart(call, concert);
    const intent = textAt((await initiate(call, visit)).body, 'paymentIntent');
    shop.sandbox.faults.pay(intent, 'pm_card_processing');
    const json = { sessionId: visit.sessionId };
    for (const change of [
      call('POST', '/cart', { json: { ...json, items: [cartLine(concert)] } }),
      call('POST', '/cart/update', { json: { ...json, items: [cartLine(concert, 2)] } }),
      call('POST', '/cart/clear', { json }),
      call('POST', '/delivery-details', { json: details(json) }),
      deliver(call, visit, 'boxoffice'),
    ]) {
      const response = await change;
      expect([response.status, at(response.body, 'msgCode')]).toEqual([409, 6104]);
    }
    const waiting = await complete(call, visit, intent);
    expect(waiting.status).toBe(409);
    expect(textAt(waiting.body, 'message')).toContain('still being confirmed');
    shop.sandbox.faults.endProcessing(intent, 'succeed');
    expect((await complete(call, visit, intent)).status).toBe(200);
  });
}

function completing(suite: SuiteContext): void {
  const { shop, call } = suite;
  test('402 unpaid, 409 for an intent of another session, the same token again; a stale bearer is ignored', async () => {
    const concert = (await findConcerts(call))[0];
    const visit = await fillCart(call, concert);
    const intent = textAt((await initiate(call, visit)).body, 'paymentIntent');
    expect((await complete(call, visit, intent)).status).toBe(402);
    const other = await fillCart(call, concert);
    for (const [session, id] of [
      [other, intent],
      [visit, 'pi_unknown'],
      [visit, '../x'],
      [visit, 'free_1'],
    ] as const) {
      expect((await complete(call, session, id)).status, id).toBe(409);
    }
    shop.sandbox.faults.pay(intent);
    const left = await available(call, concert);
    const first = succeeded(await complete(call, visit, intent, 'a-stale-token'));
    const again = succeeded(await complete(call, visit, intent));
    expect(again.body).toEqual(first.body);
    expect((await call('GET', `/cart/${visit.sessionId}`)).body).toMatchObject({ msgCode: 6109 });
    expect(await available(call, concert)).toBe(left);
  });

  test('paid, but sold out: refunded, 409 with its key, its token gives 6192', async () => {
    const concert = (await findConcerts(call))[0];
    const visit = await fillCart(call, concert);
    const intent = textAt((await initiate(call, visit)).body, 'paymentIntent');
    const held = 5;
    await leaveOnly({ pool: shop.pool, call }, concert, held);
    // the shop must not cancel the expired hold's payment before the buyer has paid
    const route = 'POST /v1/payment_intents/:id/cancel';
    shop.sandbox.faults.route({
      route,
      effect: 'error',
      status: 503,
      isStored: false,
      times: 1_000,
    });
    await shop.pool.query(
      `update cart set expires_at = now() - interval '3 min', release_at = now() - interval '1 min'
       where session_id = $1`,
      [visit.sessionId],
    );
    // the shop notices changes in the database within a second
    await expect.poll(() => available(call, concert), { timeout: 2_000 }).toBe(held + 1);
    const taker = { sessionId: newSession() };
    await add(call, taker, concert, held + 1);
    shop.sandbox.faults.pay(intent);
    const response = await complete(call, visit, intent);
    shop.sandbox.faults.clear();
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({
      message: expect.any(String) as string,
      error_I18n: 'TRANSLATION.PAYMENT.ERROR.REFUNDED',
    });
    const order = await orderOf(suite, textAt(response.body, 'data.order_token'));
    expect([order.status, at(order.body, 'msgCode')]).toEqual([400, 6192]);
    await expect.poll(() => shop.sandbox.faults.refunds().length, { timeout: 10_000 }).toBe(1);
    await call('POST', '/cart/clear', { json: taker });
  });

  test('an order exists once it is paid, even if no browser returns', async () => {
    const visit = await fillCart(call, (await findConcerts(call))[0]);
    const initiated = succeeded(await initiate(call, visit));
    expect((await orderOf(suite, textAt(initiated.body, 'token'))).body).toMatchObject({
      msgCode: 6192,
    });
    shop.sandbox.faults.pay(textAt(initiated.body, 'paymentIntent'));
    await expect
      .poll(async () => (await orderOf(suite, textAt(initiated.body, 'token'))).status, {
        timeout: 8_000,
      })
      .toBe(200);
  });

  test('502 while the provider fails, and the same call succeeds afterwards', async () => {
    const visit = await fillCart(call, (await findConcerts(call))[0]);
    shop.sandbox.faults.route({
      route: 'POST /v1/payment_intents',
      effect: 'error',
      status: 500,
      times: 5,
    });
    const response = await initiate(call, visit);
    shop.sandbox.faults.clear();
    expect([response.status, typeof at(response.body, 'message')]).toEqual([502, 'string']);
    expect((await initiate(call, visit)).status).toBeLessThan(503);
  });

  test('a webhook without a valid signature is 400', async () => {
    const signed: Record<string, string>[] = [{}, { 'stripe-signature': 't=1,v1=00' }];
    for (const headers of signed) {
      const response = await call('POST', '/payment/webhook', { json: { id: 'evt_1' }, headers });
      expect([response.status, response.body]).toEqual([400, { message: 'Invalid signature' }]);
    }
  });
}

function orders(suite: SuiteContext): void {
  const { shop, call } = suite;
  test('order details, their documents, and the orders of a customer', async () => {
    const concert = (await findConcerts(call))[0];
    const { token: bearer, email } = await register(call);
    const { token } = await buy(call, shop.sandbox, concert, { quantity: 2, bearer, email });
    const started = succeeded(await orderOf(suite, token));
    expect(started.body).toMatchObject({
      data: {
        order_no: expect.any(String) as string,
        email,
        delivery_method: 'onlineticket',
        delivery_details: { first_name: 'Clara', address: { country: { id: 55 } } },
        items: [{ product_id: concert.productId, items: [{ quantity: 2 }] }],
        total_price: 2 * (concert.tickets[0]?.price ?? 0),
      },
    });
    expect(textAt(started.body, 'data.created_at')).toMatch(/[+-]\d\d:\d\d$/);
    expect(listAt(started.body, 'data.tickets')).toHaveLength(2);
    await expect
      .poll(async () => at((await orderOf(suite, token)).body, 'data.all_urls_ready'), {
        timeout: 40_000,
      })
      .toBe(true);
    const { body } = await orderOf(suite, token);
    const urls = [
      textAt(body, 'data.invoice_url'),
      textAt(body, 'data.confirmation_url'),
      ...listAt(body, 'data.tickets').map((ticket) => textAt(ticket, 'url')),
    ];
    for (const url of urls) {
      const { pathname, search, origin } = new URL(url);
      expect(origin).toBe('https://festival.example');
      const document = await fetch(new URL(pathname + search, shop.url));
      expect([document.status, document.headers.get('content-type')]).toEqual([
        200,
        'application/pdf',
      ]);
      expect(
        Buffer.from(await document.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
      const damaged = pathname.replace(/.(?=\.pdf$)/, (c) => (c === 'A' ? 'B' : 'A'));
      expect((await call('GET', damaged)).status).toBe(404);
    }
    await buy(call, shop.sandbox, concert, { bearer });
    const mine = await call('GET', '/orders', { bearer });
    expect(listAt(mine.body, 'data')).toHaveLength(2);
    expect(listAt(mine.body, 'data')[1]).toEqual(at(body, 'data'));
  });

  test('tickets is empty for box office and post; an order without e-mail has none', async () => {
    const concert = (await findConcerts(call))[0];
    for (const method of ['boxoffice', 'postal']) {
      const { token } = await buy(call, shop.sandbox, concert, { method, email: null });
      expect((await orderOf(suite, token)).body).toMatchObject({
        data: { tickets: [], email: null, delivery_method: method },
      });
    }
  });

  test('6191 for an unknown, damaged or missing token; a bearer is ignored', async () => {
    const { token } = await buy(call, shop.sandbox, (await findConcerts(call))[0]);
    for (const wrong of [
      '',
      'x',
      token.slice(1),
      `${token}A`,
      'A'.repeat(5_000),
      '%00',
      '%ff',
      `${token.slice(0, -1)}_`,
    ]) {
      const response = await call('GET', `/api/order/details?token=${wrong}`);
      expect([response.status, at(response.body, 'msgCode')], wrong.slice(0, 50)).toEqual([
        400, 6191,
      ]);
    }
    expect((await call('GET', '/api/order/details')).body).toMatchObject({ msgCode: 6191 });
    expect(
      (await call('GET', `/api/order/details?token=${token}`, { bearer: 'stale' })).status,
    ).toBe(200);
    await shop.pool.query(`update concert set starts_at = starts_at - interval '9 years'`);
    await shop.pool.query(`update orders set created_at = now() - interval '181 days'`);
    expect((await orderOf(suite, token)).body).toMatchObject({ msgCode: 6191 });
    await shop.pool.query(`update concert set starts_at = starts_at + interval '9 years'`);
  });

  test('GET /api/tickets/public-key returns the key that verifies ticket codes', async () => {
    const { body } = await call('GET', '/api/tickets/public-key');
    expect(Buffer.from(textAt(body, 'data.public_key'), 'base64')).toHaveLength(32);
  });

  test('an order belongs to the account that was signed in, never to one with its e-mail address', async () => {
    const email = newEmail();
    await buy(call, shop.sandbox, (await findConcerts(call))[0], { email });
    const { token } = await register(call, email);
    expect(at((await call('GET', '/orders', { bearer: token })).body, 'data')).toEqual([]);
  });
}
