import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { at, newSession, textAt } from '../http-client.ts';
import { PASSWORD, newEmail, registration } from '../registration.ts';
import { callFrom, sendBytes } from './raw-http.ts';
import type { SuiteContext } from './conventions.ts';
import { cartLine, findConcerts, register } from './shopper.ts';

/** Every status with a real cause, and the shape of errors (api.md, Conventions). */
export function statuses(suite: SuiteContext): void {
  bodies(suite);
  fields(suite);
  limits(suite);
  faults(suite);
}

function bodies({ shop, call }: SuiteContext): void {
  test.each([
    ['{"email_address":', 'application/json'],
    ['[]', 'application/json'],
    ['null', 'application/json'],
    ['"text"', 'application/json'],
    ['--x\r\nbroken', 'multipart/form-data; boundary=x'],
    ['x', 'multipart/form-data'],
  ])('400: %j as %s cannot be read', async (raw, type) => {
    const response = await call('POST', '/login', { raw, headers: { 'content-type': type } });
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ message: 'The request cannot be read' });
  });

  test('400: bytes that are not UTF-8', async () => {
    const raw = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
    const headers = { 'content-type': 'application/json' };
    expect((await call('POST', '/login', { raw, headers })).status).toBe(400);
  });

  test.each([
    ['no HTTP at all', 'HELLO\r\n\r\n'],
    ['no Host', 'GET /me HTTP/1.1\r\n\r\n'],
    ['a Host that is none', 'GET /me HTTP/1.1\r\nHost: a b\r\n\r\n'],
    ['a Host beyond all numbers', 'POST /login HTTP/1.1\r\nHost: 999999999999\r\n\r\n'],
    ['a page at such a Host', 'GET /user HTTP/1.1\r\nHost: 256.1.1.1\r\n\r\n'],
    [
      'two lengths',
      'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a head without end', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`],
  ])('400 in JSON: %s', async (_what, bytes) => {
    const text = await sendBytes(shop, bytes);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/content-type: application\/json/i);
    expect(body).toMatch(/"message"/);
  });

  test('200: the check of a load balancer in HTTP/1.0, which names no host', async () => {
    for (const path of ['/healthz', '/readyz', '/concert']) {
      expect(await sendBytes(shop, `GET ${path} HTTP/1.0\r\n\r\n`), path).toMatch(
        /^HTTP\/1\.1 200 /,
      );
    }
  });

  test('200: a target with scheme and host, as clients of proxies send it, is its path', async () => {
    for (const path of ['/concert', '/de', '/auth/login?next=%2Fuser', '']) {
      const head = `GET http://example.org${path} HTTP/1.1\r\nHost: example.org\r\n`;
      expect(await sendBytes(shop, `${head}Connection: close\r\n\r\n`), path).toMatch(
        /^HTTP\/1\.1 200 /,
      );
    }
  });

  test('413: a body above the limit, announced or not', async () => {
    const json = { email_address: 'x'.repeat(300_000), password: 'x' };
    const tooLarge = await call('POST', '/login', { json });
    expect([tooLarge.status, textAt(tooLarge.body, 'message')]).toEqual([
      413,
      'The request is too large',
    ]);
    const head = 'POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
    const text = await sendBytes(
      shop,
      `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(6)}0\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    const page = await call('POST', '/contact', { form: { message: 'x'.repeat(300_000) } });
    expect(page.status).toBe(413);
  });

  test('415: an unsupported media type', async () => {
    for (const type of ['text/plain', 'application/xml', 'image/png', 'json']) {
      const headers = { 'content-type': type };
      const response = await call('POST', '/login', { raw: 'x=1', headers });
      expect([response.status, typeof at(response.body, 'message')], type).toEqual([415, 'string']);
    }
    const headers = { 'content-type': 'text/plain' };
    expect((await call('POST', '/contact', { raw: 'x', headers })).status).toBe(415);
  });
}

function fields({ call }: SuiteContext): void {
  test('422: one entry per invalid field, with texts in the requested language', async () => {
    const response = await call('POST', '/register', {
      json: { first_name: ' ', email_address: 'clara@example', password: 'short' },
      language: 'en',
    });
    expect(response.status).toBe(422);
    expect(Object.keys(at(response.body, 'errors') as object).toSorted()).toEqual([
      'email_address',
      'first_name',
      'last_name',
      'password',
      'password_confirmation',
    ]);
    expect(at(response.body, 'errors.email_address')).toEqual(['this email address is not valid']);
    expect(at(response.body, 'errors.password_confirmation')).toEqual(['Passwords must match']);
    expect(textAt(response.body, 'message')).not.toBe('');
    const german = await call('POST', '/login', { json: {}, language: 'de' });
    expect(at(german.body, 'errors')).toEqual({
      email_address: ['Bitte geben Sie Ihre E-Mail-Adresse an'],
      password: ['Bitte geben Sie Ihr Passwort an'],
    });
  });

  test('422: fields of the wrong kind, never 500', async () => {
    for (const value of [null, 1, true, [], {}, [['x']], '\u0000', `a\u0000b`]) {
      const json = { email: newEmail(), subject: value, message: 'x' };
      const response = await call('POST', '/api/contact', { json });
      expect([response.status, Object.keys(at(response.body, 'errors') as object)]).toEqual([
        422,
        ['subject'],
      ]);
    }
  });

  test('422: a session id in the path that differs from the one in the body', async () => {
    const calls = [
      ['/cart/delivery/', { deliveryMethod: 'boxoffice' }],
      ['/payment/initiate/', {}],
      ['/payment/complete/', { paymentIntent: 'pi_1' }],
    ] as const;
    for (const [path, rest] of calls) {
      const json = { ...rest, sessionId: newSession() };
      const response = await call('POST', `${path}${newSession()}`, { json });
      expect([response.status, Object.keys(at(response.body, 'errors') as object)], path).toEqual([
        422,
        ['sessionId'],
      ]);
    }
  });

  test('404 for invalid ids, 422 for an invalid session id, 401, 403', async () => {
    for (const id of [
      '0',
      '-1',
      'abc',
      '1e3',
      '99999999999999999999',
      '1.5',
      '%00',
      '2147483648',
    ]) {
      expect((await call('GET', `/concert/${id}`)).status, id).toBe(404);
    }
    expect((await call('GET', '/orders')).status).toBe(401);
    expect((await call('GET', '/orders', { bearer: 'x'.repeat(43) })).status).toBe(401);
    const { token, id } = await register(call);
    expect((await call('PUT', `/${id + 1000}`, { json: {}, bearer: token })).status).toBe(403);
  });
}

function limits({ shop, call }: SuiteContext): void {
  test('419: an expired bearer token, where a revoked one is 401', async () => {
    const { token, id } = await register(call);
    await shop.pool.query(
      `update access_token set expires_at = now() - interval '1 second' where account_id = $1`,
      [id],
    );
    for (const [method, path] of [
      ['GET', '/me'],
      ['GET', '/orders'],
      ['GET', '/delivery-details'],
      ['POST', '/logout'],
      ['PUT', `/${id}`],
      ['POST', `/payment/initiate/${newSession()}`],
    ] as const) {
      const response = await call(method, path, { bearer: token, language: 'en' });
      expect([response.status, response.body], path).toEqual([
        419,
        { message: 'Your session has expired' },
      ]);
    }
  });

  test('429 with Retry-After, per address: a spoofed X-Forwarded-For has no effect', async () => {
    const email = newEmail();
    const attempt = (from: string, forwarded: string) =>
      callFrom(
        from,
        shop,
        '/login',
        { 'x-forwarded-for': forwarded },
        {
          email_address: email,
          password: 'wrong one',
        },
      );
    for (let n = 0; n < 20; n++) {
      expect((await attempt('127.0.0.77', `198.51.100.${n}`)).status).toBe(401);
    }
    const refused = await attempt('127.0.0.77', '198.51.100.99');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(refused.text)).toHaveProperty('message');
    // only a trusted proxy counts
    expect((await attempt('127.0.0.9', '127.0.0.77')).status).toBe(429);
    expect((await attempt('127.0.0.9', '127.0.0.77, 203.0.113.5')).status).toBe(401);
  });
}

function faults({ shop, call }: SuiteContext): void {
  test('500: a request id and nothing else', async () => {
    await shop.pool.query('alter table contact_message rename to mislaid');
    try {
      const json = {
        email: 'brahms@example.org',
        subject: 'Subject-4711',
        message: 'Message-4711',
      };
      const response = await call('POST', '/api/contact', { json });
      expect(response.status).toBe(500);
      const requestId = response.headers.get('x-request-id') ?? '';
      expect(response.body).toEqual({ message: 'Internal Server Error', request_id: requestId });
      expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
      // the log has the request's id, not its content
      await expect.poll(() => shop.output()).toContain(requestId);
      expect(shop.output()).not.toContain('4711');
    } finally {
      await shop.pool.query('alter table mislaid rename to contact_message');
    }
  });

  test('502: the payment provider fails; 503: the database is unavailable, with Retry-After', async () => {
    const { token } = await register(call);
    shop.databaseProxy.disconnect();
    try {
      for (const [method, path, options] of [
        ['GET', '/me', { bearer: token }],
        ['GET', `/cart/${newSession()}`, {}],
        ['POST', '/register', { json: registration() }],
        ['POST', '/cart/clear', { json: { sessionId: newSession() } }],
        [
          'POST',
          '/cart/clear',
          { json: { sessionId: newSession() }, headers: { 'idempotency-key': randomUUID() } },
        ],
        ['GET', '/readyz', {}],
      ] as const) {
        const response = await call(method, path, options);
        expect([response.status, textAt(response.body, 'message')], path).toEqual([
          503,
          'Service Unavailable',
        ]);
        expect(Number(response.headers.get('retry-after')), path).toBeGreaterThan(0);
      }
      expect((await call('GET', '/healthz')).status).toBe(200);
      expect((await call('GET', '/concert')).status).toBe(200);
    } finally {
      shop.databaseProxy.reconnect();
    }
    await expect.poll(async () => (await call('GET', '/readyz')).status).toBe(200);
    expect((await call('GET', '/me', { bearer: token })).status).toBe(200);
  });

  test('a retry under a key does nothing twice and gets the same response', async () => {
    const concert = (await findConcerts(call))[0];
    const sessionId = newSession();
    const json = { sessionId, items: [cartLine(concert, 2)] };
    const headers = { 'idempotency-key': randomUUID() };
    const responses = await Promise.all(
      [1, 2, 3].map(() => call('POST', '/cart', { json, headers })),
    );
    for (const response of responses) {
      expect(response.status).toBe(200);
      expect(response.body).toEqual(responses[0]?.body);
    }
    expect(
      at((await call('GET', `/cart/${sessionId}`)).body, 'data.items.0.items.0.quantity'),
    ).toBe(2);
    const other = await call('POST', '/cart', {
      json: { ...json, items: [cartLine(concert)] },
      headers,
    });
    expect(other.status).toBe(422);
    expect(at(other.body, 'errors')).toEqual({
      idempotency_key: ['This key belongs to another request'],
    });
    const without = await call('POST', '/cart', { json });
    expect(at(without.body, 'data.items.0.items.0.quantity')).toBe(4);
  });

  test('the stored response for a retry contains no readable token', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const json = registration();
    const first = await call('POST', '/register', { json, headers });
    const again = await call('POST', '/register', { json, headers });
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    const token = textAt(first.body, 'user.access_token');
    expect((await call('GET', '/me', { bearer: token })).status).toBe(200);
    const { rows } = await shop.pool.query<{ whole: string }>(
      `select idempotent_request::text as whole from idempotent_request`,
    );
    for (const { whole } of rows) {
      expect(whole).not.toContain(token);
      expect(whole).not.toContain(json.email_address);
      expect(whole).not.toContain(PASSWORD);
    }
  });
}
