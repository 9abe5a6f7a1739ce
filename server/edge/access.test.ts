import { beforeAll, describe, expect, test } from 'vitest';
import { screens } from '#contract/office/screens.ts';
import { roles, type Role } from '#contract/office/staff.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { h1Of, OfficeBrowser, type OfficeResponse } from '#test/office-browser.ts';
import { openDemoSite } from '#test/open-demo-shop.ts';

// Every screen × every role and signed out, by GET and POST (office.md 1, 2.8, 3 and 13.3).
const shop = await openDemoSite({ RATE_LIMIT: 'off' });
const browsers = new Map<Role, OfficeBrowser>();
const stranger = () => new OfficeBrowser(shop.url);
const browserOf = (role: Role): OfficeBrowser => browsers.get(role) as OfficeBrowser;

beforeAll(async () => {
  const { accountOf } = shop;
  for (const role of roles) {
    const browser = stranger();
    const account = accountOf(role);
    const { status, location } = await browser.signIn({ ...account, code: '' });
    expect([role, status, location]).toEqual([role, 303, '/office']);
    browsers.set(role, browser);
  }
});

/** The table's paths with ids that nothing has. */
const paths = Object.entries(screens).map(([path, allowed]) => ({
  path: path.replaceAll(/:\w+/g, '999999999'),
  isUnknownId: path.includes(':'),
  allowed,
}));

/** Paths whose only purpose is a POST. */
const postOnly = ['/office/sign-out', '/office/language'];

function checkHeaders({ headers }: OfficeResponse, about: string): void {
  const wanted = {
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
  const found = Object.fromEntries(Object.keys(wanted).map((name) => [name, headers.get(name)]));
  expect.soft(found, about).toEqual(wanted);
  const policy = headers.get('content-security-policy') ?? '';
  for (const part of [
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ]) {
    expect.soft(policy, about).toContain(part);
  }
  expect.soft(policy, about).not.toMatch(/unsafe-(?:inline|eval)|https?:/);
}

describe('reading', () => {
  for (const role of roles) {
    test(`${role} opens the screens of the role and no other`, async () => {
      for (const { path, allowed, isUnknownId } of paths) {
        const about = `GET ${path} as ${role}`;
        const response = await browserOf(role).send(path);
        const { status, html } = response;
        checkHeaders(response, about);
        expect.soft(response.headers.get('server-timing'), about).toMatch(/^office;dur=[\d.]+$/);
        if (allowed === 'public') {
          expect.soft([303, 410], about).toContain(status);
        } else if (!(allowed as readonly Role[]).includes(role)) {
          expect.soft([about, status, h1Of(html)]).toEqual([about, 403, 'No permission']);
        } else if (isUnknownId) {
          expect.soft([about, status, h1Of(html)]).toEqual([about, 404, 'Not found']);
        } else {
          // a file may be empty
          const fits = /\.(?:csv|pdf|yaml)$/.test(path) ? [200, 303, 404] : [200, 303];
          expect.soft(fits, about).toContain(status);
          if (html.includes('<html')) expect.soft(html.match(/<h1[ >]/g), about).toHaveLength(1);
        }
      }
    });

    test(`${role} gets the router's data by the same rules`, async () => {
      for (const { path, allowed } of paths) {
        if (allowed === 'public' || /\.(?:csv|pdf|json|yaml)$/.test(path)) continue;
        const about = `GET ${path}.data as ${role}`;
        const response = await browserOf(role).send(`${path}.data`);
        checkHeaders(response, about);
        const isAllowed = (allowed as readonly Role[]).includes(role);
        if (!isAllowed) expect.soft([about, response.status]).toEqual([about, 403]);
        else expect.soft([200, 202, 303, 404], about).toContain(response.status);
      }
    });

    test(`${role} gets 405 with another method than those of pages and forms`, async () => {
      for (const method of ['PUT', 'DELETE', 'OPTIONS']) {
        const response = await browserOf(role).send('/office', { method });
        checkHeaders(response, method);
        const allow = response.headers.get('allow');
        expect.soft([method, response.status, allow]).toEqual([method, 405, 'GET, HEAD, POST']);
      }
    });

    test(`${role} gets 404 at an unknown path`, async () => {
      for (const path of ['/office/nothing', '/office/orders/1/nothing', '/office/account/']) {
        const { status, html } = await browserOf(role).send(path);
        expect.soft([path, status, h1Of(html)]).toEqual([path, 404, 'Not found']);
      }
    });
  }

  test('strangers are redirected to the sign-in, whatever the path', async () => {
    const unknown = [
      { path: '/office/nothing', allowed: [] as readonly Role[] },
      { path: '/office/orders?q=a%20b&state=paid', allowed: [] as readonly Role[] },
    ];
    for (const { path, allowed } of [...paths, ...unknown]) {
      const response = await stranger().send(path);
      checkHeaders(response, path);
      expect.soft(response.headers.get('server-timing'), path).toBeNull();
      if (allowed === 'public') continue;
      const to = `/office/sign-in?to=${encodeURIComponent(path)}`;
      expect.soft([path, response.status, response.location]).toEqual([path, 303, to]);
      const data = await stranger().send(path.replace(/(?=\?|$)/, '.data'));
      expect.soft([path, data.status, data.location]).toEqual([path, 303, to]);
    }
  });

  test('the sign-in leads back into the office only', async () => {
    const account = shop.accountOf('office');
    for (const [to, wanted] of [
      ['/office/orders?q=a', '/office/orders?q=a'],
      ['//evil.example/office', '/office'],
      ['https://evil.example/office', '/office'],
      ['/officer', '/office'],
      ['/office\\..\\..//evil.example', '/office'],
      ['/konzerte', '/office'],
      ['/office/../ticketshop', '/office'],
      ['/office/%2e%2e/ticketshop', '/office'],
      ['/door/../office/orders', '/office/orders'],
      ['office', '/office'],
    ] as const) {
      const { status, location } = await stranger().signIn(
        account,
        `?to=${encodeURIComponent(to)}`,
      );
      expect.soft([to, status, location]).toEqual([to, 303, wanted]);
    }
  });
});

describe('sending', () => {
  test('a foreign, a null or no origin is refused, and nothing changes', async () => {
    for (const { path } of paths) {
      for (const origin of ['https://evil.example', 'null', null, `${shop.url}.evil.example`]) {
        for (const browser of [browserOf('admin'), stranger()]) {
          const about = `POST ${path} from ${String(origin)}`;
          const response = await browser.send(path, { form: { language: 'de' }, origin });
          checkHeaders(response, about);
          expect.soft([about, response.status]).toEqual([about, 403]);
          expect.soft([...response.headers.getSetCookie()], about).toEqual([]);
        }
      }
    }
    const { status } = await browserOf('admin').send('/office');
    expect(status).toBe(200);
  });

  test('a form without an origin passes with Sec-Fetch-Site: same-origin', async () => {
    const send = async (site: string) =>
      await browserOf('door').send('/office/language', {
        form: { language: 'en', to: '/office' },
        origin: null,
        headers: { 'sec-fetch-site': site },
      });
    expect((await send('same-origin')).status).toBe(303);
    for (const site of ['same-site', 'cross-site', 'none']) {
      expect((await send(site)).status).toBe(403);
    }
  });

  for (const role of roles) {
    test(`${role} cannot submit forms of other roles' screens, and no form breaks a page`, async () => {
      for (const { path, allowed } of paths) {
        if (path === '/office/sign-out') continue;
        const about = `POST ${path} as ${role}`;
        const response = await browserOf(role).send(path, { form: { form: 'nonsense' } });
        checkHeaders(response, about);
        expect.soft(response.status, about).toBeLessThan(500);
        if (allowed === 'public') continue;
        if (!(allowed as readonly Role[]).includes(role)) {
          expect
            .soft([about, response.status, h1Of(response.html)])
            .toEqual([about, 403, 'No permission']);
        } else if (!postOnly.includes(path)) {
          expect.soft([303, 403, 404, 405, 409, 422], about).toContain(response.status);
        }
      }
    });
  }

  test('fields named like members of an object break no page', async () => {
    const form = { toString: '1', constructor: '2', ['__proto__']: '3', form: 'nonsense' };
    for (const { path } of paths) {
      for (const browser of path === '/office/sign-out' ? [] : [browserOf('admin'), stranger()]) {
        const { status } = await browser.send(path, { form });
        expect.soft([path, status < 500]).toEqual([path, true]);
      }
    }
  });

  test('a malformed body is 400', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const { path, allowed } of paths) {
      const senders = [browserOf('admin'), ...(allowed === 'public' ? [stranger()] : [])];
      for (const browser of senders) {
        const { status } = await browser.send(path, { form: { broken: 'body' }, headers });
        expect.soft([path, status]).toEqual([path, 400]);
      }
    }
  });

  test('strangers are redirected to the sign-in', async () => {
    for (const { path, allowed } of paths) {
      if (allowed === 'public') continue;
      const response = await stranger().send(path, { form: { form: 'nonsense' } });
      const to = `/office/sign-in?to=${encodeURIComponent(path)}`;
      expect.soft([path, response.status, response.location]).toEqual([path, 303, to]);
    }
  });

  test('a form that is too large is a page with 413, another kind one with 415', async () => {
    const browser = browserOf('office');
    const large = await browser.send('/office/account', { form: { name: 'x'.repeat(300_000) } });
    expect(large.status).toBe(413);
    expect(large.html).toContain(frameTexts.tooLargeText.en);
    const json = await browser.send('/office/account', {
      form: {},
      headers: { 'content-type': 'application/json' },
    });
    expect(json.status).toBe(415);
    expect(json.html).toContain(frameTexts.noFormText.en);
    const signIn = { email: 'x'.repeat(300_000) };
    const german = await stranger().send('/office/sign-in', {
      form: signIn,
      headers: { 'accept-language': 'de' },
    });
    expect(german.status).toBe(413);
    expect(german.html).toContain(frameTexts.tooLargeText.de);
  });

  test('after the sign-out the cookie is void', async () => {
    const browser = browserOf('editor');
    const token = browser.cookies.get('office') ?? '';
    const { status, location } = await browser.send('/office/sign-out', { form: {} });
    expect([status, location]).toEqual([303, '/office/sign-in']);
    expect(browser.cookies.has('office')).toBe(false);
    browser.cookies.set('office', token);
    expect((await browser.send('/office')).status).toBe(303);
  });
});
