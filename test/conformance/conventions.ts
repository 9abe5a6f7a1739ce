import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { DemoShop } from '../open-demo-shop.ts';
import { type Client, listAt, newSession, textAt } from '../http-client.ts';
import { newEmail } from '../registration.ts';
import { cartLine, findConcerts } from './shopper.ts';

/** The context that all chapters of the suite share. */
export interface SuiteContext {
  shop: DemoShop;
  call: Client;
}

const page = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

/** Paths, encodings, formats, languages (api.md, Conventions). */
export function conventions(suite: SuiteContext): void {
  paths(suite);
  encodings(suite);
  languages(suite);

  test('money is a number of EUR with at most two decimals, moments carry an offset, days are plain', async () => {
    const { call } = suite;
    const { text } = await call('GET', '/concert');
    const prices = [...text.matchAll(/"price":([^,}]+)/g)].map((match) => match[1] ?? '');
    expect(prices.length).toBeGreaterThan(0);
    for (const price of prices) expect(price).toMatch(/^\d+(\.\d{1,2})?$/);
    const dates = [...text.matchAll(/"date":"([^"]+)"/g)].map((match) => match[1]);
    for (const date of dates) expect(date).toMatch(WITH_OFFSET);
    expect(dates.every((date) => date?.endsWith('+02:00'))).toBe(true);
    const festival = await call('GET', '/api/festival');
    expect(textAt(festival.body, 'data.start_date_festival')).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test('session ids are UUIDs: anything else is 422', async () => {
    for (const id of ['1', 'x'.repeat(36), '00000000-0000-0000-0000-00000000000', 'null']) {
      const response = await suite.call('GET', `/cart/${id}`);
      expect(response.status, id).toBe(422);
      expect(response.body).toMatchObject({ errors: { sessionId: [expect.any(String)] } });
    }
  });
}

function paths({ call }: SuiteContext): void {
  test('unknown paths under /api/ are JSON, whatever `Accept` says', async () => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      const response = await call(method, '/api/nothing', { headers: { accept: page } });
      expect(response.status, method).toBe(404);
      expect(response.headers.get('content-type'), method).toMatch(/^application\/json/);
    }
  });

  test.each([
    ['/nowhere', '/'],
    ['/nowhere/deeper/still', '/'],
    ['/concert/', '/'],
    ['/countries/', '/'],
    ['/api', '/'],
    ['/v1.5/x', '/'],
    ['/%E0%A4%A', '/'],
    ['/login', '/'],
    ['/de/nowhere', '/de'],
    ['/de/cart/x', '/de'],
    ['/deutsch', '/'],
  ])('GET and HEAD of %s lead to %s when HTML is accepted', async (path, home) => {
    for (const accept of [page, 'text/html', '*/*', 'text/*;q=0.1', 'application/json, */*']) {
      for (const method of ['GET', 'HEAD']) {
        const response = await call(method, path, { headers: { accept } });
        expect([response.status, response.headers.get('location')], accept).toEqual([302, home]);
      }
    }
  });

  test.each([
    ['/nowhere', 'application/json'],
    ['/nowhere', 'image/*'],
    ['/nowhere', 'text/html;q=0, application/json'],
    ['/nowhere.pdf', page],
    ['/de/nowhere.html', page],
    ['/.env', page],
    ['/assets/nothing.js', page],
  ])('%s with Accept: %s is 404 in JSON', async (path, accept) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await call(method, path, { headers: { accept } });
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      if (method === 'GET') expect(textAt(response.body, 'message')).toBe('There is nothing here');
    }
  });

  test('other methods of unknown paths, and methods that a path does not have, are 404 in JSON', async () => {
    for (const [method, path] of [
      ['POST', '/nowhere'],
      ['PUT', '/nowhere'],
      ['DELETE', '/de/nowhere'],
      ['PATCH', '/concert'],
      ['POST', '/concerts/all'],
      ['DELETE', '/cart'],
      ['PUT', '/12x'],
    ] as const) {
      const response = await call(method, path, { headers: { accept: page } });
      expect([response.status, typeof textAt(response.body, 'message')], path).toEqual([
        404,
        'string',
      ]);
    }
  });

  test('never 301', async () => {
    for (const path of ['/concerts/all/', '/about/', '/de/about/', '/de/', '/ABOUT']) {
      const { status } = await call('GET', path, { headers: { accept: page } });
      expect([200, 302, 404], path).toContain(status);
    }
  });
}

function encodings({ call }: SuiteContext): void {
  test('a form is accepted as multipart, url-encoded and JSON alike; items as text or as a list', async () => {
    const concert = (await findConcerts(call))[0];
    const items = [cartLine(concert)];
    const sessionId = newSession();
    const asText = { sessionId, items: JSON.stringify(items) };
    const ways = [
      { multipart: asText },
      { form: asText },
      { json: asText },
      { json: { sessionId, items } },
      { json: { sessionId, items: [{ ...items[0], quantity: '1' }] } },
    ];
    for (const [n, way] of ways.entries()) {
      const response = await call('POST', '/cart', way);
      expect(response.status, JSON.stringify(way)).toBe(200);
      expect(response.body).toMatchObject({ msgCode: 6102 });
      expect(listAt(response.body, 'data.items')).toMatchObject([{ items: [{ quantity: n + 1 }] }]);
    }
  });

  test('so are all other calls that read fields', async () => {
    const fields = {
      first_name: 'Änne',
      last_name: 'Müller-Ⅷ 👋',
      street: 'Am Markt 1 & 2 = 3',
      zip: '04109',
      city: 'Leipzig',
      country_id: '55',
      email: newEmail(),
      sessionId: newSession(),
    };
    for (const way of [{ multipart: fields }, { form: fields }, { json: fields }]) {
      const response = await call('POST', '/delivery-details', way);
      expect(response.status).toBe(200);
      expect(response.body).toMatchObject({
        data: { first_name: 'Änne', last_name: 'Müller-Ⅷ 👋', address: { street: fields.street } },
      });
    }
    for (const way of ['multipart', 'form', 'json']) {
      const login = { email_address: fields.email, password: 'no such person' };
      expect((await call('POST', '/login', { [way]: login })).status, way).toBe(401);
    }
  });

  test('a JSON body may name its charset, and an empty body needs no type', async () => {
    const headers = { 'content-type': 'application/json; charset=UTF-8' };
    const raw = JSON.stringify({ sessionId: newSession() });
    expect((await call('POST', '/cart/clear', { raw, headers })).status).toBe(200);
    const response = await call('POST', '/cart/clear');
    expect(response.status).toBe(422);
  });
}

function languages({ call }: SuiteContext): void {
  test.each([
    ['de', 'Bitte melden Sie sich an'],
    ['de-AT', 'Bitte melden Sie sich an'],
    ['DE-lu, en;q=0.9', 'Bitte melden Sie sich an'],
    ['en;q=0.8, de;q=0.9', 'Bitte melden Sie sich an'],
    ['*, de;q=0.1', 'Bitte melden Sie sich an'],
    ['*', 'Bitte melden Sie sich an'],
    ['', 'Bitte melden Sie sich an'],
    ['en', 'Please log in'],
    ['fr', 'Please log in'],
    ['fr, de;q=0.9', 'Please log in'],
    ['de;q=0.5, en', 'Please log in'],
    ['de;q=0, fr;q=0.1', 'Please log in'],
    ['den', 'Please log in'],
  ])('Accept-Language: %s is answered with "%s"', async (language, message) => {
    const response = await call('GET', '/me', { language });
    expect(response.body).toEqual({ message });
    expect(response.headers.get('vary')).toMatch(/Accept-Language/i);
  });

  test('texts are in the requested language, with Vary; bilingual ones contain both', async () => {
    const id = (await findConcerts(call))[0].id;
    const [german, english] = await Promise.all([
      call('GET', `/concert/${id}`, { language: 'de' }),
      call('GET', `/concert/${id}`, { language: 'en' }),
    ]);
    for (const response of [german, english]) {
      expect(response.headers.get('vary')).toMatch(/Accept-Language/i);
    }
    expect(textAt(german.body, 'data.location.venue')).not.toBe(
      textAt(english.body, 'data.location.venue'),
    );
    expect(listAt(german.body, 'data.product.tickets')).toEqual(
      listAt(english.body, 'data.product.tickets'),
    );
    const unknown = await call('GET', `/nowhere-${randomUUID()}`, { language: 'en;q=0.1, de' });
    expect(unknown.body).toEqual({ message: 'Das gibt es hier nicht' });
  });
}
