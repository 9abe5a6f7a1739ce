import { expect, test } from 'vitest';
import type { SuiteContext } from './conventions.ts';
import { at, listAt, newSession, textAt } from '../http-client.ts';
import {
  add,
  available,
  cartLine,
  deliver,
  details,
  findConcerts,
  leaveOnly,
  register,
  succeeded,
} from './shopper.ts';

/** The calls of the cart (api.md, Cart). */
export function cartCalls(suite: SuiteContext): void {
  shapes(suite);
  adding(suite);
  updating(suite);
  ending(suite);
  delivering(suite);
}

const EMPTY = { items: [], delivery: null, deliveryMethod: null, total_price: 0, expires_at: null };

function shapes({ call }: SuiteContext): void {
  test('every cart response has items, delivery, method, total and end', async () => {
    const [concert, other] = await findConcerts(call);
    const sessionId = newSession();
    const items = [cartLine(concert, 2), cartLine(other, 1)];
    const { body } = succeeded(await call('POST', '/cart', { json: { sessionId, items } }));
    const [price = 0, otherPrice = 0] = [concert, other].map((c) => c.tickets[0]?.price);
    expect(body).toMatchObject({ msgCode: 6102, data: { delivery: null, deliveryMethod: null } });
    expect(at(body, 'data.total_price')).toBeCloseTo(2 * price + otherPrice, 2);
    expect(textAt(body, 'data.expires_at')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/);
    const minutes = (Date.parse(textAt(body, 'data.expires_at')) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30.1);
    expect(listAt(body, 'data.items')).toHaveLength(2);
    const names = { german: expect.any(String) as string, english: expect.any(String) as string };
    expect(at(body, 'data.items.0')).toMatchObject({
      product_id: concert.productId,
      concert_id: concert.id,
      product_name: {
        ...names,
        name_german: at(body, 'data.items.0.product_name.german'),
        name_english: at(body, 'data.items.0.product_name.english'),
      },
      concert_photo_urls: { thumbnail: expect.stringContaining('/media/') as string },
      total_price: 2 * price,
      items: [
        {
          product_variation_id: concert.tickets[0]?.id,
          product_variation_name: names,
          price,
          quantity: 2,
          product_quantity: concert.limit,
        },
      ],
    });
    const loaded = await call('GET', `/cart/${sessionId.toUpperCase()}`);
    expect(loaded.body).toEqual({ msgCode: 6101, data: at(body, 'data') });
  });

  test('an unknown session, and a cleared one, is 6109 with empty items', async () => {
    const unknown = await call('GET', `/cart/${newSession()}`);
    expect([unknown.status, unknown.body]).toEqual([200, { msgCode: 6109, data: EMPTY }]);
    const concert = (await findConcerts(call))[2];
    const visit = { sessionId: newSession() };
    const before = await available(call, concert);
    await add(call, visit, concert, 4);
    expect(await available(call, concert)).toBe(before - 4);
    const cleared = await call('POST', '/cart/clear', { json: visit });
    expect([cleared.status, at(cleared.body, 'data')]).toEqual([200, EMPTY]);
    expect(await available(call, concert)).toBe(before);
    expect((await call('GET', `/cart/${visit.sessionId}`)).body).toEqual({
      msgCode: 6109,
      data: EMPTY,
    });
  });
}

function adding({ shop, call }: SuiteContext): void {
  test('422: unknown product or variation, not on sale, impossible quantity, wrong uuid', async () => {
    const [concert, other] = await findConcerts(call);
    const sessionId = newSession();
    const line = cartLine(concert);
    const wrong: unknown[] = [
      [{ ...line, productId: 999_999 }],
      [{ ...line, id: 999_999 }],
      [{ ...line, id: other.tickets[0]?.id }],
      [{ ...line, quantity: 0 }],
      [{ ...line, quantity: -1 }],
      [{ ...line, quantity: 1.5 }],
      [{ ...line, quantity: concert.limit + 1 }],
      [{ ...line, quantity: 2 ** 31 }],
      [{ ...line, quantity: '1e1' }],
      [{ productId: line.productId, id: line.id }],
      [],
      'no list',
      '[{"productId":',
      { 0: line },
      [line, { ...line, productId: 999_999 }],
    ];
    for (const items of wrong) {
      const response = await call('POST', '/cart', { json: { sessionId, items } });
      expect(response.status, JSON.stringify(items)).toBe(422);
      expect(Object.keys(at(response.body, 'errors') as object).length).toBeGreaterThan(0);
    }
    const uuid = await call('POST', '/cart', { json: { sessionId: '1', items: [line] } });
    expect([uuid.status, Object.keys(at(uuid.body, 'errors') as object)]).toEqual([
      422,
      ['sessionId'],
    ]);
    expect((await call('GET', `/cart/${sessionId}`)).body).toMatchObject({ msgCode: 6109 });

    await shop.pool.query('update concert set onsale = false where id = $1', [other.id]);
    const json = { sessionId, items: [cartLine(other)] };
    expect((await call('POST', '/cart', { json })).status).toBe(422);
    await shop.pool.query('update concert set onsale = true where id = $1', [other.id]);
  });

  test('409 6104 when too few are available, and then nothing of the call is added', async () => {
    const [concert, other] = await findConcerts(call);
    const left = 5;
    await leaveOnly({ pool: shop.pool, call }, concert, left);
    const [holder, late] = [{ sessionId: newSession() }, { sessionId: newSession() }];
    await add(call, holder, concert, left - 1);
    const items = [cartLine(other), cartLine(concert, 2)];
    const response = await call('POST', '/cart', { json: { ...late, items } });
    expect([response.status, response.body]).toEqual([
      409,
      { msgCode: 6104, message: 'There are not that many tickets left' },
    ]);
    expect((await call('GET', `/cart/${late.sessionId}`)).body).toMatchObject({ msgCode: 6109 });
    // held for this session alone
    await add(call, late, concert, 1);
    expect(await available(call, concert)).toBe(0);
    for (const visit of [holder, late]) await call('POST', '/cart/clear', { json: visit });
  });

  test('the cookie of POST /cart is HttpOnly, SameSite=Lax and, on https, Secure', async () => {
    const sessionId = newSession();
    const json = { sessionId, items: [cartLine((await findConcerts(call))[0])] };
    const cookie = (await call('POST', '/cart', { json })).headers.get('set-cookie') ?? '';
    expect(cookie).toContain(sessionId);
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie).toMatch(/; Secure/i);
  });
}

function updating({ call }: SuiteContext): void {
  test('POST /cart/update sets the given lines, 0 removes one, the others stay', async () => {
    const [concert, other] = await findConcerts(call);
    const sessionId = newSession();
    const set = (items: object[]) => call('POST', '/cart/update', { json: { sessionId, items } });
    await call('POST', '/cart', {
      json: { sessionId, items: [cartLine(concert, 2), cartLine(other, 2)] },
    });
    const changed = await set([cartLine(concert, 5)]);
    expect(changed.body).toMatchObject({
      msgCode: 6103,
      data: { items: [{ items: [{ quantity: 5 }] }, { items: [{ quantity: 2 }] }] },
    });
    const removed = await set([cartLine(concert, 0)]);
    expect(listAt(removed.body, 'data.items')).toMatchObject([{ product_id: other.productId }]);
    const empty = await set([cartLine(other, 0)]);
    expect(empty.body).toMatchObject({ msgCode: 6103, data: { items: [], total_price: 0 } });
  });

  test('an update that is not possible is 409 6104 with a message, and nothing is changed', async () => {
    const [concert, other] = await findConcerts(call);
    const visit = { sessionId: newSession() };
    await add(call, visit, other, 2);
    for (const wrong of [
      cartLine(concert, concert.limit + 1),
      cartLine(concert, 1_000_000),
      cartLine(concert, concert.available + 1),
      { ...cartLine(concert), productId: 999_999 },
    ]) {
      const items = [cartLine(other, 1), wrong];
      const response = await call('POST', '/cart/update', { json: { ...visit, items } });
      expect(response.status, JSON.stringify(wrong)).toBe(409);
      expect(response.body).toEqual({ msgCode: 6104, message: expect.any(String) as string });
    }
    const cart = await call('GET', `/cart/${visit.sessionId}`);
    expect(listAt(cart.body, 'data.items')).toMatchObject([{ items: [{ quantity: 2 }] }]);
  });
}

function ending({ shop, call }: SuiteContext): void {
  test('a change or POST /cart/extend restarts the hold, up to three times its length', async () => {
    const concert = (await findConcerts(call))[0];
    const visit = { sessionId: newSession() };
    const endOf = async () =>
      textAt((await call('GET', `/cart/${visit.sessionId}`)).body, 'data.expires_at');
    const back = (minutes: number) =>
      shop.pool.query(
        `update cart set expires_at = expires_at - $2 * interval '1 minute',
           release_at = release_at - $2 * interval '1 minute',
           first_hold_at = first_hold_at - $2 * interval '1 minute' where session_id = $1`,
        [visit.sessionId, minutes],
      );
    await add(call, visit, concert);
    for (let n = 1; n <= 3; n++) {
      await back(25);
      const before = await endOf();
      if (n % 2 === 0) await add(call, visit, concert);
      else {
        const extended = await call('POST', '/cart/extend', { json: visit });
        expect([extended.status, at(extended.body, 'msgCode')], `${n}`).toEqual([200, 6103]);
      }
      expect(Date.parse(await endOf()), `${n}`).toBeGreaterThan(Date.parse(before));
    }
    const end = await endOf();
    const refused = await call('POST', '/cart/extend', { json: visit });
    expect([refused.status, at(refused.body, 'msgCode')]).toEqual([409, 6104]);
    await back(5);
    const later = await endOf();
    await add(call, visit, concert);
    expect([await endOf(), Date.parse(later) < Date.parse(end)]).toEqual([later, true]);
  });

  test('an expired cart is empty and its tickets are available at once', async () => {
    const concert = (await findConcerts(call))[0];
    const visit = { sessionId: newSession() };
    const left = 5;
    await leaveOnly({ pool: shop.pool, call }, concert, left);
    await add(call, visit, concert, left);
    await shop.pool.query(
      `update cart set expires_at = now() - interval '1 s', release_at = now() - interval '1 s'
       where session_id = $1`,
      [visit.sessionId],
    );
    const next = { sessionId: newSession() };
    await add(call, next, concert, left);
    expect((await call('GET', `/cart/${visit.sessionId}`)).body).toMatchObject({ msgCode: 6109 });
    expect((await call('POST', '/cart/extend', { json: visit })).status).toBe(409);
    await call('POST', '/cart/clear', { json: next });
  });
}

function delivering({ call }: SuiteContext): void {
  test('POST /cart/delivery/:sessionId: price and requirements of each method', async () => {
    const concert = (await findConcerts(call))[0];
    const visit = { sessionId: newSession() };
    expect((await deliver(call, visit, 'boxoffice')).status).toBe(422);
    await add(call, visit, concert);
    const price = concert.tickets[0]?.price ?? 0;
    expect((await deliver(call, visit, 'onlineticket')).status).toBe(422);
    expect((await deliver(call, visit, 'postal')).status).toBe(422);
    expect((await deliver(call, visit, 'pigeon')).status).toBe(422);
    await call('POST', '/delivery-details', { json: details({ ...visit, email: undefined }) });
    const online = await deliver(call, visit, 'onlineticket');
    expect(at(online.body, 'errors')).toEqual({
      deliveryMethod: ['For online tickets we need your email address'],
    });
    for (const [method, cost] of [
      ['boxoffice', 0],
      ['postal', 4.5],
    ] as const) {
      const { body } = succeeded(await deliver(call, visit, method));
      expect(body).toMatchObject({
        data: { delivery: { total_price: cost }, deliveryMethod: method },
      });
      expect(at(body, 'data.total_price')).toBeCloseTo(price + cost, 2);
    }
    const json = details({ ...visit, country_id: 40 });
    succeeded(await call('POST', '/delivery-details', { json }));
    const abroad = await deliver(call, visit, 'postal');
    expect([abroad.status, at(abroad.body, 'errors')]).toEqual([
      422,
      { deliveryMethod: ['We can only ship within Germany'] },
    ]);
    // a method that new details rule out is cleared
    expect(
      at((await call('GET', `/cart/${visit.sessionId}`)).body, 'data.deliveryMethod'),
    ).toBeNull();
    expect((await deliver(call, visit, 'onlineticket')).status).toBe(200);
  });

  test("a signed-in customer's e-mail on file is at least the account's", async () => {
    const { token } = await register(call);
    const visit = { sessionId: newSession(), bearer: token };
    await add(call, visit, (await findConcerts(call))[0]);
    expect((await deliver(call, visit, 'onlineticket')).status).toBe(200);
  });
}
