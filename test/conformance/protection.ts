import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SuiteContext } from './conventions.ts';
import { type ApiResponse, at, listAt, newSession, textAt } from '../http-client.ts';
import { PASSWORD, newEmail, registration } from '../registration.ts';
import { callFrom } from './raw-http.ts';
import {
  add,
  buy,
  cartLine,
  complete,
  details,
  fillCart,
  findConcerts,
  initiate,
  register,
} from './shopper.ts';

/** Headers of all kinds of responses, origins, access to data, contents of the log. */
export function protection(suite: SuiteContext): void {
  answerHeaders(suite);
  foreignOrigins(suite);
  whoseData(suite);
  running(suite);
}

function expectHeaders(response: ApiResponse, what: string): void {
  const of = (name: string) => response.headers.get(name) ?? '';
  expect(of('x-content-type-options'), what).toBe('nosniff');
  expect(of('referrer-policy'), what).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/);
  expect(of('strict-transport-security'), what).toMatch(/max-age=\d{8,}/);
  expect(of('cross-origin-opener-policy'), what).toMatch(/^same-origin/);
  const policy = of('content-security-policy');
  expect(policy, what).toContain("frame-ancestors 'none'");
  // default-src forbids all, or only allows our own origin and no plugins
  expect(policy, what).toMatch(/default-src ('none'|'self';.*object-src 'none')/);
  expect(policy, what).not.toMatch(/unsafe-|script-src[^;]*(\*[^.]|https:[ ;])/);
}

function answerHeaders({ shop, call }: SuiteContext): void {
  const page = { headers: { accept: 'text/html' } };

  test('every kind of response has the headers: pages, API, files, redirects, refusals', async () => {
    const html = await call('GET', '/', page);
    const asset = /"(\/assets\/[^"]+\.js)"/.exec(html.text)?.[1] ?? '/missing.js';
    const cover = textAt((await call('GET', '/concert/1')).body, 'data.cover_image.image_url');
    const reads = [
      '/',
      '/de',
      '/concerts/all',
      '/concerts/1',
      '/contact',
      '/ticketshop',
      '/ticketshop/payment',
      '/auth/login',
      '/user',
      '/not-found',
      '/concerts/999999',
      '/nowhere',
      '/de/nowhere',
      '/nowhere.png',
      '/%ff',
      '/auth',
      asset,
      cover,
      '/concert',
      '/me',
      '/api/nothing',
      '/api/openapi.json',
      '/api/docs',
      '/concert/calendar.ics',
      '/documents/x.pdf',
      '/healthz',
      '/readyz',
      '/metrics',
      '/sitemap.xml',
      '/robots.txt',
      '/newsletter-preferences/x',
      '/verify-email',
      '/ticketshop/order-confirmation?token=x',
    ];
    for (const path of reads) {
      for (const method of ['GET', 'HEAD'])
        expectHeaders(await call(method, path, page), `${method} ${path}`);
    }
    for (const [method, path] of [
      ['POST', '/login'],
      ['POST', '/nowhere'],
      ['PUT', '/1'],
      ['DELETE', '/'],
      ['OPTIONS', '/cart'],
      ['POST', '/contact'],
      ['POST', '/payment/webhook'],
    ] as const) {
      expectHeaders(await call(method, path), `${method} ${path}`);
    }
    const etag = html.headers.get('etag') ?? '';
    const known = await call('GET', '/', { headers: { ...page.headers, 'if-none-match': etag } });
    expect(known.status).toBe(304);
    expectHeaders(known, '304');
    const file = await call('GET', asset);
    const fileKnown = await call('GET', asset, {
      headers: { 'if-none-match': file.headers.get('etag') ?? '' },
    });
    expect(fileKnown.status).toBe(304);
    expectHeaders(fileKnown, '304 of a file');
  });

  test('inline scripts and styles run by hash or nonce alone', async () => {
    for (const path of ['/', '/concerts/1', '/ticketshop/payment', '/auth/login']) {
      const { text, headers: given } = await call('GET', path, page);
      const policy = given.get('content-security-policy') ?? '';
      expect(text, path).not.toMatch(/<[a-z][^>]*\sstyle=|\son[a-z]+=|href="javascript:/i);
      const inline = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;
      for (const [, kind = '', attributes = '', code = ''] of text.matchAll(inline)) {
        if (/\bsrc=/.test(attributes) || code === '') continue;
        const allowed = new RegExp(`${kind}-src ([^;]*)`).exec(policy)?.[1] ?? '';
        const hash = createHash('sha256').update(code).digest('base64');
        const nonce = /\bnonce="([^"]+)"/.exec(attributes)?.[1];
        expect(allowed, path).toContain(nonce === undefined ? `'sha256-${hash}'` : nonce);
        expect(allowed, path).not.toContain('unsafe-inline');
      }
    }
  });

  test('token pages and responses by token send no referrer and are never stored', async () => {
    for (const path of [
      '/newsletter-preferences/x',
      '/ticketshop/order-confirmation?token=x',
      '/auth/reset-password?email=a&token=b',
      '/verify-email?url=x',
    ]) {
      const response = await call('GET', path, page);
      expect(response.headers.get('referrer-policy'), path).toBe('no-referrer');
      expect(response.headers.get('cache-control'), path).toContain('no-store');
      expect(response.headers.get('x-robots-tag'), path).toContain('noindex');
    }
    const { token } = await buy(call, shop.sandbox, (await findConcerts(call))[0], {
      method: 'boxoffice',
    });
    const order = await call('GET', `/api/order/details?token=${token}`);
    expect(order.headers.get('referrer-policy')).toBe('no-referrer');
    expect(order.headers.get('cache-control')).toBe('no-store');
  });
}

function foreignOrigins({ shop, call }: SuiteContext): void {
  const partner = { origin: 'https://partner.example' };
  const stranger = { origin: 'https://evil.example' };

  test('CORS: only SITE_ORIGINS, with credentials, also on refusals', async () => {
    for (const path of ['/concert', '/me', '/api/nothing', `/cart/${newSession()}`]) {
      const allowed = await call('GET', path, { headers: partner });
      expect(allowed.headers.get('access-control-allow-origin'), path).toBe(partner.origin);
      expect(allowed.headers.get('access-control-allow-credentials'), path).toBe('true');
      expect(allowed.headers.get('vary'), path).toMatch(/Origin/);
      for (const headers of [
        stranger,
        { origin: 'null' },
        { origin: `${partner.origin}.evil.example` },
      ]) {
        const refused = await call('GET', path, { headers });
        expect(refused.headers.get('access-control-allow-origin'), path).toBeNull();
      }
    }
  });

  test('a preflight names the methods and headers our calls need', async () => {
    const asked = {
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    };
    for (const path of ['/cart', '/12', '/api/newsletter-preferences/x']) {
      const response = await call('OPTIONS', path, { headers: { ...partner, ...asked } });
      expect(response.status, path).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe(partner.origin);
      expect(response.headers.get('access-control-allow-methods')).toMatch(/PUT/);
      for (const name of ['Authorization', 'Content-Type', 'Idempotency-Key', 'Accept-Language']) {
        expect(response.headers.get('access-control-allow-headers')).toContain(name);
      }
      const refused = await call('OPTIONS', path, { headers: { ...stranger, ...asked } });
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('form posts are checked for their Origin; clients other than browsers send none', async () => {
    const json = { sessionId: newSession(), items: [cartLine((await findConcerts(call))[0])] };
    const plain = { origin: shop.url };
    for (const headers of [stranger, { origin: 'null' }, plain]) {
      const refused = await call('POST', '/cart', { json, headers });
      expect([refused.status, typeof at(refused.body, 'message')]).toEqual([403, 'string']);
    }
    for (const headers of [partner, { origin: 'https://festival.example' }, {}]) {
      expect((await call('POST', '/cart', { json, headers })).status).toBe(200);
    }
  });
}

function whoseData({ shop, call }: SuiteContext): void {
  test("nothing of a guest is read or changed with another's session, token, id or by guessing", async () => {
    const concert = (await findConcerts(call))[0];
    const email = newEmail();
    const mine = await fillCart(call, concert, { email });
    const { body: initiated } = await initiate(call, mine);
    const intent = textAt(initiated, 'paymentIntent');
    const thief = await register(call);
    const other = { sessionId: newSession(), bearer: thief.token };
    const attempts = [
      call('GET', `/cart/${other.sessionId}`),
      call('GET', '/delivery-details', {
        bearer: thief.token,
        headers: { cookie: `__Host-cart_session=${mine.sessionId}` },
      }),
      call('GET', '/delivery-details', {
        headers: { cookie: `__Host-cart_session=${other.sessionId}` },
      }),
      call('GET', '/orders', { bearer: thief.token }),
      call('POST', '/delivery-details', {
        json: details({ sessionId: other.sessionId, master_data_id: 1 }),
      }),
      complete(call, other, intent),
      call('GET', `/api/order/details?token=${textAt(initiated, 'token')}`),
      call('GET', '/documents/1.pdf'),
      call('GET', `/documents/${textAt(initiated, 'token')}.pdf`),
      call('GET', `/api/newsletter-preferences/${textAt(initiated, 'token')}`),
    ];
    for (const attempt of attempts) expect((await attempt).text).not.toContain(email);
    // a customer who pays for this cart gets an order with the customer's details, not the guest's
    const stolen = await initiate(call, { sessionId: mine.sessionId, bearer: thief.token });
    expect(stolen.text).not.toContain(email);
  });

  test("a customer's bearer gives no access to another customer", async () => {
    const [one, other] = [await register(call), await register(call)];
    await call('POST', '/delivery-details', {
      json: details({ email: one.email }),
      bearer: one.token,
    });
    await buy(call, shop.sandbox, (await findConcerts(call))[0], { bearer: one.token });
    for (const [method, path] of [
      ['GET', '/me'],
      ['GET', '/orders'],
      ['GET', '/delivery-details'],
      ['PUT', `/${one.id}`],
    ] as const) {
      const options = method === 'PUT' ? { json: { first_name: 'x' } } : {};
      const response = await call(method, path, { bearer: other.token, ...options });
      expect(response.text, path).not.toContain(one.email);
    }
    expect((await call('GET', '/me', { bearer: one.token })).body).toMatchObject({
      data: { user_data: { first_name: 'Robert' } },
    });
  });

  test('the log holds no personal data and no secrets, at debug level either', async () => {
    const email = newEmail();
    const name = 'Wasserhövel-Żeleński';
    const json = registration({ email_address: email, last_name: name });
    const account = await call('POST', '/register', { json });
    const bearer = textAt(account.body, 'user.access_token');
    await call('POST', '/login', { json: { email_address: email, password: PASSWORD } });
    await call('POST', '/forgot-password', { json: { email_address: email } });
    const visit = { sessionId: newSession(), bearer };
    await add(call, visit, (await findConcerts(call))[0]);
    await call('POST', '/delivery-details', {
      json: details({ email, last_name: name, street: 'Geheimgasse 7' }),
      bearer,
    });
    const { token, intent } = await buy(call, shop.sandbox, (await findConcerts(call))[0], {
      bearer,
      email,
    });
    await call('GET', `/ticketshop/order-confirmation?token=${token}`, {
      headers: { accept: 'text/html' },
    });
    await call('POST', '/api/contact', {
      json: { email, subject: name, message: 'Geheimgasse 7' },
    });
    const newsletter = textAt(account.body, 'user.user_data.newsletter_token');
    await call('GET', `/newsletter-preferences/${newsletter}`, {
      headers: { accept: 'text/html' },
    });
    await call('POST', '/register', { json });
    const { rows } = await shop.pool.query<{ client_secret: string }>(
      'select client_secret from checkout where intent_id = $1',
      [intent],
    );
    const log = shop.output();
    for (const secret of [
      email,
      name,
      'Geheimgasse',
      PASSWORD,
      bearer,
      token,
      newsletter,
      rows[0]?.client_secret ?? '?',
      '@example.org',
    ]) {
      expect(log.includes(secret), secret.slice(0, 12)).toBe(false);
    }
  });
}

function running({ shop, call }: SuiteContext): void {
  test('/healthz and /readyz', async () => {
    expect((await call('GET', '/healthz')).status).toBe(200);
    expect((await call('GET', '/readyz')).status).toBe(200);
  });

  test('/metrics: from loopback when no forwarding header is present, or with METRICS_TOKEN', async () => {
    const own = await call('GET', '/metrics');
    expect([own.status, own.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain') as string,
    ]);
    expect(own.text).toMatch(/^# HELP /m);
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host']) {
      const forwarded = { [header]: '127.0.0.1' };
      const refused = await call('GET', '/metrics', { headers: forwarded });
      expect([refused.status, textAt(refused.body, 'message')], header).toEqual([
        403,
        'Missing Permissions',
      ]);
      expect((await call('GET', '/metrics', { headers: forwarded, bearer: 'n' })).status).toBe(403);
      expect((await call('GET', '/metrics', { headers: forwarded, bearer: 'm' })).status).toBe(200);
    }
    expect((await callFrom('127.0.0.9', shop, '/metrics')).status).toBe(200);
    // a foreign page in a browser on this machine, whose host name resolves to it
    const rebound = { host: 'evil.example' };
    expect((await callFrom('127.0.0.1', shop, '/metrics', rebound)).status).toBe(403);
    expect((await callFrom('127.0.0.1', shop, '/dev/mail', rebound)).status).toBe(403);
    // labels are routes, never user input
    expect(own.text).not.toMatch(/@example|[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(listAt((await call('GET', '/concert')).body, 'data').length).toBeGreaterThan(0);
  });

  test('/dev/mail responds to this machine, but to no proxy on it', async () => {
    expect((await call('GET', '/dev/mail')).status).toBe(200);
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    for (const path of ['/dev/mail', '/dev/mail/1']) {
      const refused = await call('GET', path, { headers });
      expect([refused.status, textAt(refused.body, 'message')]).toEqual([
        403,
        'Missing Permissions',
      ]);
    }
  });

  test('with test keys every page shows TEST MODE', async () => {
    for (const path of ['/', '/de/concerts/1', '/auth/login', '/not-found', '/office/sign-in']) {
      const page = await call('GET', path, { headers: { accept: 'text/html' } });
      expect(page.text, path).toMatch(/<aside[^>]*>TEST MODE: /);
    }
  });

  test('/api/openapi.json and /api/docs', async () => {
    const document = await call('GET', '/api/openapi.json');
    expect(at(document.body, 'openapi')).toMatch(/^3\.1/);
    const docs = await call('GET', '/api/docs');
    expect(docs.headers.get('content-type')).toMatch(/^text\/html/);
    expect(docs.text).toContain('/payment/initiate/{sessionId}');
  });
}
