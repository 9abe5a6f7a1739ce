import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '#test/registration.ts';
import { type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { createVisit, type Visit } from './visit.ts';

const shop = await openShop();
const SITE = 'http://festival.example';
const { tokens } = shop.deps;
let concert: TestConcert;
beforeAll(async () => {
  concert = await createConcert(shop.pool, { quantity: 50 });
});

const onUnexpected = (error: unknown) => {
  throw error;
};
const observed: string[] = [];
const deps = {
  ...shop.deps,
  observe: (name: string, status: number) => void observed.push(`${name} ${status}`),
  onUnexpected,
  isSecure: false,
};

/** A browser that stores its cookies. */
class Browser {
  readonly cookies = new Map<string, string>();

  async visits<Result>(
    path: string,
    run: (visit: Visit) => Result | Promise<Result>,
    headers: Record<string, string> = {},
  ): Promise<Result> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request = new Request(SITE + path, { headers: { cookie, ...headers } });
    const sender = {
      language: 'de' as const,
      address: '203.0.113.7',
      requestId: 'request',
      userAgent: '',
    };
    const page = { request, sender };
    const { visit, setCookies } = createVisit(deps, page);
    try {
      return await run(visit);
    } finally {
      for (const header of setCookies()) this.#keep(header);
    }
  }

  #keep(header: string): void {
    const [pair = ''] = header.split(';');
    const [name = '', value = ''] = pair.split('=');
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  async signsUp(): Promise<string> {
    const body = {
      first_name: 'Clara',
      last_name: 'Wieck',
      email_address: `clara-${randomUUID()}@example.org`,
      password: PASSWORD,
      password_confirmation: PASSWORD,
    };
    await this.visits('/auth/register', async (visit) => {
      const { output } = await visit.submit('account:register', body);
      if (output !== null) visit.signIn(output);
    });
    return body.email_address;
  }
}

const add = (quantity: number) => async (visit: Visit) => {
  visit.startCartSession();
  const { output } = await visit.submit('cart:add', addition(visit, quantity));
  if (output !== null) visit.setCart(output);
};

describe('the cart', () => {
  test('starts with the first ticket, and the header shows it', async () => {
    const browser = new Browser();
    expect(await browser.visits('/concerts/1', (visit) => visit.findCart())).toBeNull();
    expect([...browser.cookies]).toEqual([]);
    await browser.visits('/concerts/1', add(2));
    expect(browser.cookies.get('header')).toBe('1');
    const cart = await browser.visits('/ticketshop', (visit) => visit.findCart());
    expect(cart?.items[0]?.items[0]?.quantity).toBe(2);
  });

  test('is read once per request, and after a change in its new state', async () => {
    const browser = new Browser();
    await browser.visits('/concerts/1', add(1));
    await browser.visits('/ticketshop', async (visit) => {
      expect(await visit.findCart()).toBe(await visit.findCart());
      const before = await visit.findCart();
      await add(1)(visit);
      expect(await visit.findCart()).not.toBe(before);
    });
  });
});

describe('a session', () => {
  test('is identified by its cookie, and signing in again ends the previous one', async () => {
    const browser = new Browser();
    const email = await browser.signsUp();
    expect(browser.cookies.get('header')).toBe('u');
    const first = browser.cookies.get('session');
    const user = await browser.visits('/user', (visit) => visit.findUser());
    expect(user?.email).toBe(email);
    const body = { email_address: email, password: PASSWORD };
    await browser.visits('/auth/login', async (visit) => {
      const { output } = await visit.submit('account:log-in', body);
      if (output !== null) visit.signIn(output);
    });
    const second = browser.cookies.get('session');
    expect(second).not.toBe(first);
    const me = (token = '') =>
      fetch(`${shop.url}/me`, { headers: { authorization: `Bearer ${token}` } });
    expect((await me(first)).status).toBe(401);
    expect((await me(second)).status).toBe(200);
  });

  test('of another browser is not ended by it', async () => {
    const [one, two] = [new Browser(), new Browser()];
    const email = await one.signsUp();
    const body = { email_address: email, password: PASSWORD };
    await two.visits('/auth/login', async (visit) => {
      const { output } = await visit.submit('account:log-in', body);
      if (output !== null) visit.signIn(output);
    });
    expect(await one.visits('/user', (visit) => visit.findUser())).not.toBeNull();
  });

  test('applies to pages alone: the API reads no session cookie', async () => {
    const browser = new Browser();
    await browser.signsUp();
    const headers = { cookie: `session=${browser.cookies.get('session')}` };
    expect((await fetch(`${shop.url}/me`, { headers })).status).toBe(401);
    expect((await fetch(`${shop.url}/orders`, { headers })).status).toBe(401);
  });

  test('that has expired leads to the login with a message, and back', async () => {
    const browser = new Browser();
    const email = await browser.signsUp();
    await shop.pool.query(
      `update access_token set expires_at = now() - interval '1 minute'
       where account_id = (select id from account where email = $1)`,
      [email],
    );
    const address = '/user/profile.data?tab=2&_routes=user%2Fprofile';
    const left = await browser
      .visits(address, (visit) => visit.tryRead('order:list-own', undefined))
      .catch((error: unknown) => error);
    expect(left).toBeInstanceOf(Response);
    const { status, headers } = left as Response;
    expect([status, headers.get('location')]).toEqual([
      302,
      '/auth/login?next=%2Fuser%2Fprofile%3Ftab%3D2',
    ]);
    expect(browser.cookies.has('session')).toBe(false);
    const flash = await browser.visits('/auth/login', (visit) => visit.consumeFlash());
    expect(flash?.text).toContain('abgelaufen');
  });

  test.each([
    ['/auth/resend-verification.data?_routes=x', '/user'],
    ['/auth/logout', '/user/profile'],
  ])('that has ended at the form %s leads back to its page', async (address, page) => {
    const browser = new Browser();
    browser.cookies.set('session', 'ended');
    const left = await browser
      .visits(address, (visit) => visit.submit('account:log-out-everywhere', {}))
      .catch((error: unknown) => error);
    const location = (left as Response).headers.get('location');
    expect(location).toBe(`/auth/login?next=${encodeURIComponent(page)}`);
  });

  test("saves the browser as the account's, also after logging out", async () => {
    const browser = new Browser();
    await browser.signsUp();
    const id = await browser.visits('/user', async (visit) => (await visit.findUser())?.id);
    await browser.visits('/auth/logout', (visit) => visit.signOut());
    const token = browser.cookies.get('known') ?? '';
    expect(tokens.read('known-browser', token)?.id).toBe(id);
  });

  test('saves the browser for its last five accounts; the token of one account stays valid', async () => {
    const browser = new Browser();
    const ids: number[] = [];
    const savedIds = () =>
      (browser.cookies.get('known') ?? '')
        .split('.')
        .map((token) => tokens.read('known-browser', token)?.id);
    for (let account = 0; account < 6; account++) {
      await browser.signsUp();
      ids.unshift(
        (await browser.visits('/user', async (visit) => (await visit.findUser())?.id)) ?? 0,
      );
      expect(savedIds()).toEqual(ids.slice(0, 5));
    }
  });

  test('that is unknown counts as no session, and its cookie is deleted', async () => {
    const browser = new Browser();
    browser.cookies.set('session', 'made-up').set('header', 'u');
    expect(await browser.visits('/user', (visit) => visit.findUser())).toBeNull();
    expect([...browser.cookies]).toEqual([]);
  });
});

test('a prefetched page consumes no message and changes no cookie', async () => {
  const browser = new Browser();
  await browser.visits('/a', (visit) => visit.setFlash({ kind: 'info', text: 'Hallo' }));
  const ahead = { 'sec-purpose': 'prefetch;prerender' };
  const seen = await browser.visits('/b', (visit) => visit.consumeFlash(), ahead);
  expect(seen).toBeNull();
  await browser.visits('/b', (visit) => void visit.startCartSession(), ahead);
  expect([...browser.cookies.keys()]).toEqual(['flash']);
  expect(await browser.visits('/c', (visit) => visit.consumeFlash())).toMatchObject({
    text: 'Hallo',
  });
});

test('the message of a form sent without scripts waits for its page', async () => {
  const browser = new Browser();
  await browser.visits('/ticketshop', (visit) => visit.setFlash({ kind: 'info', text: 'Hallo' }));
  // the current page requests data once more
  const left = await browser.visits('/ticketshop/visit.data', (visit) => visit.consumeFlash());
  expect(left).toBeNull();
  const next = await browser.visits('/ticketshop', (visit) => visit.consumeFlash());
  expect(next).toMatchObject({ text: 'Hallo' });
  expect([...browser.cookies.keys()]).toEqual([]);
});

test('the message of a form sent by scripts is left for the page to consume', async () => {
  const browser = new Browser();
  await browser.visits('/ticketshop.data', (visit) =>
    visit.setFlash({ kind: 'info', text: 'Hallo' }),
  );
  // the browser may abandon this response
  const next = await browser.visits('/ticketshop/visit.data', (visit) => visit.consumeFlash());
  expect(next).toBeNull();
  expect(decodeURIComponent(browser.cookies.get('flash') ?? '')).toContain('Hallo');
});

const addition = (visit: Visit, quantity = 1, { productId, types } = concert) => ({
  sessionId: visit.cartSession ?? '',
  items: JSON.stringify([{ productId, id: types[0], quantity }]),
});

/** A form with this random token. */
function formWith(token: string): FormData {
  const form = new FormData();
  form.set('token', token);
  return form;
}

test('a form is sent once by its token', async () => {
  const browser = new Browser();
  await browser.visits('/ticketshop', (visit) => void visit.startCartSession());
  const token = randomUUID();
  const send = (quantity: number) =>
    browser.visits('/ticketshop', (visit) =>
      visit.submit('cart:add', addition(visit, quantity), formWith(token)),
    );
  const [first, second] = await Promise.all([send(1), send(1)]);
  expect(second).toEqual(first);
  expect(first.output?.items[0]?.items[0]?.quantity).toBe(1);
  // other entries are another form
  expect((await send(2)).output?.items[0]?.items[0]?.quantity).toBe(3);
});

test('the same form of a cached page counts once within its time', async () => {
  const browser = new Browser();
  await browser.visits('/concerts/1', (visit) => void visit.startCartSession());
  const send = () =>
    browser.visits('/concerts/1', (visit) =>
      visit.submit('cart:add', addition(visit), new FormData()),
    );
  const inCart = async () =>
    (await browser.visits('/ticketshop', (visit) => visit.findCart()))?.items[0]?.items[0]
      ?.quantity;
  await Promise.all([send(), send()]);
  expect(await inCart()).toBe(1);
  await shop.pool.query(`update idempotent_request set started_at = started_at - interval '3 s'`);
  await send();
  expect(await inCart()).toBe(2);
});

test('a first form counts once, whether or not its repetition comes with the new cookie', async () => {
  const browser = new Browser();
  const sessionId = randomUUID();
  const send = () =>
    browser.visits('/concerts/1', (visit) =>
      visit.submit('cart:add', { ...addition(visit), sessionId }, new FormData()),
    );
  await send();
  await browser.visits('/concerts/1', (visit) => void visit.startCartSession(sessionId));
  const { output } = await send();
  expect(output?.items[0]?.items[0]?.quantity).toBe(1);
});

test('the same form of two visitors counts twice', async () => {
  const form = formWith(randomUUID());
  for (const browser of [new Browser(), new Browser()]) {
    await browser.visits('/concerts/1', (visit) => void visit.startCartSession());
    const { output } = await browser.visits('/concerts/1', (visit) =>
      visit.submit('cart:add', addition(visit), form),
    );
    expect(output?.items[0]?.items[0]?.quantity).toBe(1);
  }
});

test('a refused form can be sent again', async () => {
  const last = await createConcert(shop.pool, { quantity: 1 });
  const form = formWith(randomUUID());
  const [first, second] = [new Browser(), new Browser()];
  const send = (browser: Browser) =>
    browser.visits('/concerts/1', async (visit) => {
      visit.startCartSession();
      const { problem } = await visit.submit('cart:add', addition(visit, 1, last), form);
      return problem?.status ?? 200;
    });
  expect(await send(first)).toBe(200);
  expect(await send(second)).toBe(409);
  await first.visits('/ticketshop', (visit) =>
    visit.submit('cart:clear', { sessionId: visit.cartSession }),
  );
  expect(await send(second)).toBe(200);
});

test('a refused form has errors by its fields, in the visitor’s language, and is measured', async () => {
  observed.length = 0;
  const { output, problem } = await new Browser().visits('/auth/login', (visit) =>
    visit.submit('account:log-in', { email_address: '', password: '' }),
  );
  expect(output).toBeNull();
  expect(problem).toMatchObject({
    status: 422,
    errors: {
      email_address: 'Bitte geben Sie Ihre E-Mail-Adresse an',
      password: 'Bitte geben Sie Ihr Passwort an',
    },
  });
  expect(observed).toEqual(['account:log-in 422']);
});

test('a page reads an operation; its problem is a value or ends the page', async () => {
  const browser = new Browser();
  const countries = await browser.visits('/', (visit) => visit.read('country:list', undefined));
  expect(countries.length).toBeGreaterThan(100);
  const { problem } = await browser.visits('/', (visit) =>
    visit.tryRead('concert:read', { id: 999_999 }),
  );
  expect(problem?.code).toBe('not_found');
  const thrown = await browser
    .visits('/', (visit) => visit.read('concert:read', { id: 999_999 }))
    .catch((error: unknown) => error);
  expect((thrown as Response).status).toBe(404);
  expect(await (thrown as Response).json()).toMatchObject({ code: 'not_found' });
  expect(
    (await browser.visits('/', (visit) => visit.tryRead('order:list-own', undefined))).problem
      ?.status,
  ).toBe(401);
});

test('an ended session leads to the login wherever a page reads or submits for a customer', async () => {
  for (const attempt of [
    (visit: Visit) => visit.read('order:list-own', undefined),
    (visit: Visit) => visit.submit('account:update', { first_name: 'Clara' }),
  ]) {
    const browser = new Browser();
    browser.cookies.set('session', 'ended');
    const left = await browser
      .visits<unknown>('/user/profile', attempt)
      .catch((error: unknown) => error);
    expect((left as Response).headers.get('location')).toBe('/auth/login?next=%2Fuser%2Fprofile');
  }
});
