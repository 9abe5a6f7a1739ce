import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createTestApi, testTokens, type TestCall } from '#test/api-app.ts';
import { registerCustomer } from '#test/customers.ts';
import { createTestDatabase } from '#test/database.ts';
import { newestLink } from '#test/emails.ts';
import { newEmail, PASSWORD, registration } from '#test/registration.ts';
import { isKnownVisitor } from '../people/sessions.ts';
import { operations } from '../operations.ts';
import { countHits, type LimitedCaller } from './limit.ts';
import { limits, type RateLimit, type WindowLimit } from './limits.ts';

const database = await createTestDatabase();
const deps = { pool: database.pool, tokens: testTokens, env: { hasRateLimit: true } };
const limit = (
  name: keyof typeof limits | keyof typeof operations,
  caller: LimitedCaller,
  input: object,
) => countHits(deps, name, caller, input);
const free = createTestApi(database);
const api = createTestApi(database, { hasRateLimit: true });
/** Like another process: shares only the database. */
const otherApi = createTestApi(database, { hasRateLimit: true });

/** How many of these calls a window allows. */
function hitsOf(name: keyof typeof limits, by: string): number {
  const row: readonly (WindowLimit | RateLimit)[] = limits[name];
  const found = row.find((one) => 'hits' in one && one.by.join(' and ') === by);
  if (found === undefined || !('hits' in found)) throw new Error(`${name} is not counted by ${by}`);
  return found.hits;
}

test('every row limits an operation or requests of the office', () => {
  for (const row of Object.keys(limits)) {
    const [name = ''] = row.split(/ (?:of|with) /);
    const isKnown = name in operations || name.startsWith('office ');
    expect([row, isKnown]).toEqual([row, true]);
  }
});

const factsOf = (address: string): LimitedCaller => ({ address });

let lastAddress = 0;
const newAddress = () => {
  lastAddress += 1;
  return `198.51.${lastAddress >> 8}.${lastAddress & 255}`;
};

async function statuses(times: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const seen: number[] = [];
  for (let i = 0; i < times; i++) seen.push((await call()).status);
  return seen;
}

/** How many calls pass before the first 429. */
async function passes(call: () => Promise<{ status: number }>, atMost = 400): Promise<number> {
  for (let i = 0; i < atMost; i++) if ((await call()).status === 429) return i;
  return atMost;
}

const guess = (email: string, address: string, client = api) =>
  client('POST', '/login', { json: { email_address: email, password: 'x' }, address });

describe('account:log-in', () => {
  test('attempts for one e-mail from one address are limited, shared by all processes', async () => {
    const { email } = await registerCustomer(free);
    const address = newAddress();
    const half = hitsOf('account:log-in', 'email and network') / 2;
    const refusals = Array<number>(half).fill(401);
    expect(await statuses(half, () => guess(email, address))).toEqual(refusals);
    expect(await statuses(half, () => guess(email, address, otherApi))).toEqual(refusals);
    for (const client of [api, otherApi]) {
      const refused = await guess(email.toUpperCase(), address, client);
      expect(refused.status).toBe(429);
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(500);
      expect(seconds).toBeLessThanOrEqual(600);
    }
    // neither the owner at another address nor a neighbour at the same one is locked out
    expect((await guess(email, newAddress())).status).toBe(401);
    expect((await guess(newEmail(), address)).status).toBe(401);
  });

  test('a window ends', async () => {
    const [email, address] = [newEmail(), newAddress()];
    await statuses(hitsOf('account:log-in', 'email and network'), () => guess(email, address));
    expect((await guess(email, address)).status).toBe(429);
    await database.pool.query(`update rate_limit set window_ends_at = now()`);
    expect((await guess(email, address)).status).toBe(401);
  });

  test('responds in the language of the request', async () => {
    const [email, address] = [newEmail(), newAddress()];
    await statuses(hitsOf('account:log-in', 'email and network'), () => guess(email, address));
    const json = { email_address: email, password: 'x' };
    const german = await api('POST', '/login', { json, address, language: 'de' });
    expect(german.body).toEqual({
      message: 'Zu viele Versuche. Bitte warten Sie 10\u00a0Minuten',
    });
  });
});

describe('a stranger who guesses', () => {
  const logIn = (email: string, address: string) =>
    api('POST', '/login', { json: { email_address: email, password: PASSWORD }, address });

  test('from one network does not lock the owner out anywhere', async () => {
    const { email } = await registerCustomer(free);
    const stranger = newAddress();
    const seen = await statuses(220, () => guess(email, stranger));
    expect(seen.filter((status) => status === 401)).toHaveLength(20);
    expect((await logIn(email, newAddress())).status).toBe(200);
  });

  test('from many networks slows strangers only, not networks the owner has signed in from', async () => {
    const { email } = await registerCustomer(free);
    const [home, office] = [newAddress(), newAddress()];
    for (const place of [home, office]) expect((await logIn(email, place)).status).toBe(200);
    for (let i = 0; i < hitsOf('account:log-in', 'email'); i++)
      await limit('account:log-in', factsOf(newAddress()), { email }).catch(() => undefined);
    expect((await guess(email, newAddress())).status).toBe(429);
    for (const place of [home, office]) expect((await logIn(email, place)).status).toBe(200);
    expect((await logIn(email.toUpperCase(), home)).status).toBe(200);
    // another account's network is a stranger's
    const neighbour = await registerCustomer(free);
    const elsewhere = newAddress();
    await logIn(neighbour.email, elsewhere);
    expect((await guess(email, elsewhere)).status).toBe(429);
  });

  test('does not slow a browser that the owner has signed in from', async () => {
    const { id, email } = await registerCustomer(free);
    const knowing = {
      ...deps,
      isKnownVisitor: (of: string, caller: LimitedCaller) =>
        isKnownVisitor(database.pool, testTokens, of, caller),
    };
    const attempt = (...knownAccounts: number[]) =>
      countHits(knowing, 'account:log-in', { address: newAddress(), knownAccounts }, { email });
    for (let i = 0; i < hitsOf('account:log-in', 'email'); i++) await attempt();
    await expect(attempt()).rejects.toMatchObject({ code: 'too_many' });
    await expect(attempt(id + 1)).rejects.toMatchObject({ code: 'too_many' });
    await attempt(id + 1, id);
  });

  test('does not use up the attempts of a link that resets the password', async () => {
    const { email } = await registerCustomer(free);
    const stranger = newAddress();
    const reset = (token: string, address: string) =>
      api('POST', '/api/reset-password', {
        json: {
          token,
          email_address: email,
          password: 'Die Winterreise 24',
          password_confirmation: 'Die Winterreise 24',
        },
        address,
      });
    await statuses(25, () => reset('made-up', stranger));
    await free('POST', '/forgot-password', { json: { email_address: email } });
    const link = await newestLink(database, email, 'password-reset');
    const response = await reset(link.searchParams.get('token') ?? '', newAddress());
    expect(response.status).toBe(200);
  });

  test('neither extends the lock nor fills the counts of others with refused attempts', async () => {
    await database.pool.query(`delete from rate_limit`);
    const [email, address] = [newEmail(), newAddress()];
    await statuses(60, () => guess(email, address));
    const { rows } = await database.pool.query<{ bucket: string; hits: number }>(
      `select bucket, hits from rate_limit`,
    );
    const hits = Object.fromEntries(rows.map((row) => [row.bucket.split(': ')[0], row.hits]));
    expect(hits).toEqual({
      'account:log-in by email in 60 min': 20,
      'account:log-in by email and network in 10 min': 60,
      'account:log-in by network in 10 min': 20,
    });
    await database.pool.query(
      `update rate_limit set window_ends_at = now() + interval '5 minutes'
       where bucket like 'account:log-in by email and network%'`,
    );
    const refused = await guess(email, address);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(300);
  });
});

test('a successful login restarts the count', async () => {
  const { email } = await registerCustomer(free);
  const address = newAddress();
  const json = { email_address: email, password: PASSWORD };
  for (let round = 0; round < 3; round++) {
    expect(await statuses(15, () => guess(email, address))).not.toContain(429);
    expect((await api('POST', '/login', { json, address })).status).toBe(200);
  }
});

const resend = (bearer: string) => () =>
  api('GET', '/api/email/verification-notification', { bearer, address: newAddress() });

describe('mails', () => {
  test.each([
    ['/forgot-password', 'email_address', 6],
    ['/api/newsletter', 'email', 6],
    ['/api/tickets/find', 'email', 6],
  ])('%s: many clients together cannot fill a mailbox', async (path, field, times) => {
    const email = newEmail();
    const ask = () => api('POST', path, { form: { [field]: email }, address: newAddress() });
    expect(await passes(ask)).toBe(times);
  });

  test('the verification mail is limited over all sessions of the account', async () => {
    const { email, token } = await registerCustomer(free);
    const login = await free('POST', '/login', {
      json: { email_address: email, password: PASSWORD },
    });
    const second = (login.body as { data: { access_token: string } }).data.access_token;
    expect(await statuses(3, resend(token))).toEqual([200, 200, 200]);
    expect(await passes(resend(second))).toBe(3);
    expect((await resend(token)()).status).toBe(429);
  });

  test.each([
    [
      '/api/contact',
      () => ({ email: newEmail(), subject: 'Karten', message: randomUUID() }),
      hitsOf('contact:send', 'network'),
    ],
    [
      '/forgot-password',
      () => ({ email_address: newEmail() }),
      hitsOf('account:forgot-password', 'network'),
    ],
    ['/api/newsletter', () => ({ email: newEmail() }), hitsOf('newsletter:sign-up', 'network')],
  ])('%s: up to the limit from one address', async (path, form, times) => {
    const address = newAddress();
    expect(await passes(() => api('POST', path, { form: form(), address }))).toBe(times);
  });
});

test('a class may register together, a bot is stopped', async () => {
  const address = newAddress();
  const taken = (await registerCustomer(free)).email;
  // the e-mail is taken: success makes no difference, and hashing a thousand passwords would take long
  await expect(
    passes(() =>
      api('POST', '/register', { json: registration({ email_address: taken }), address }),
    ),
  ).resolves.toBe(10);
  const other = factsOf(newAddress());
  for (let i = 0; i < hitsOf('account:register', 'network'); i++)
    await limit('account:register', other, { email: newEmail() });
  await expect(limit('account:register', other, { email: newEmail() })).rejects.toMatchObject({
    code: 'too_many',
  });
});

test.each([
  ['account:register', 10],
  ['account:forgot-password', 4],
  ['newsletter:sign-up', 4],
] as const)('%s: plus addresses are one mailbox', async (name, hits) => {
  const facts = factsOf(newAddress());
  const [mailbox, domain] = newEmail().split('@');
  const ask = (n: number) => limit(name, facts, { email: `${mailbox}+${n}@${domain}` });
  for (let n = 0; n < hits; n++) await ask(n);
  await expect(ask(99)).rejects.toMatchObject({ code: 'too_many' });
  await limit(name, facts, { email: newEmail() });
});

test('an e-mail at an address is counted for the /48 of IPv6, too', async () => {
  const email = newEmail();
  const ask = (n: number) => limit('account:register', factsOf(`2001:db8:77:${n}00::1`), { email });
  for (let n = 0; n < 50; n++) await ask(n);
  await expect(ask(50)).rejects.toMatchObject({ code: 'too_many' });
});

test('guessing the current password is limited, changing a name is not', async () => {
  const { id, token } = await registerCustomer(free);
  const put = (json: object) =>
    api('PUT', `/${id}`, { json, bearer: token, address: newAddress() });
  const wrong = { email: newEmail(), current_password: 'x' };
  expect(await passes(() => put(wrong))).toBe(
    hitsOf('account:update with currentPassword', 'account'),
  );
  expect((await put({ first_name: 'Klara' })).status).toBe(200);
});

test('a repetition with the same Idempotency-Key is not another attempt', async () => {
  const address = newAddress();
  const call: TestCall = {
    form: { email: newEmail() },
    headers: { 'idempotency-key': randomUUID() },
    address,
  };
  expect(await passes(() => api('POST', '/api/newsletter', call), 12)).toBe(12);
});

/** How many of these calls at once succeed. */
const burst = (times: number, call: () => Promise<void>) =>
  Promise.allSettled(Array.from({ length: times }, call)).then(
    (all) => all.filter((one) => one.status === 'fulfilled').length,
  );

describe('the shop', () => {
  test('is limited per session, named by body, path or cookie', async () => {
    const facts = factsOf(newAddress());
    const cartSession = randomUUID();
    const max = 200;
    const done = await burst(3 * max, () => limit('cart:add', facts, { cartSession }));
    expect(done).toBeGreaterThanOrEqual(max);
    expect(done).toBeLessThan(2 * max);
    // other calls of that session count, too (right after, because 20 a second refill)
    const paying = await burst(max, () => limit('payment:initiate', facts, { cartSession }));
    expect(paying).toBeLessThan(max);
    const byCookie = { ...facts, cartSession };
    const delivering = await burst(max, () => limit('checkout:save-details', byCookie, {}));
    expect(delivering).toBeLessThan(max);
    await limit('cart:add', facts, { cartSession: randomUUID() });
    await limit('cart:read', facts, { cartSession });
  });

  test('lets a school behind one address buy at once', async () => {
    const facts = factsOf(newAddress());
    const max = 6000;
    const done = await burst(4 * max, () =>
      limit('cart:add', facts, { cartSession: randomUUID() }),
    );
    expect(done).toBeGreaterThanOrEqual(max);
    expect(done).toBeLessThan(4 * max);
  });

  test('bounds the carts that details of guests create from one address', async () => {
    const facts = factsOf(newAddress());
    const save = () => limit('checkout:save-details', facts, { cartSession: randomUUID() });
    for (let n = 0; n < hitsOf('checkout:save-details', 'network'); n++) await save();
    await expect(save()).rejects.toMatchObject({ code: 'too_many' });
  });

  test('counts an account created at the checkout as a registration', async () => {
    const [email, address] = [newEmail(), newAddress()];
    const register = (from: string) =>
      limit('checkout:save-details', factsOf(from), { email, password: PASSWORD });
    for (let i = 0; i < 10; i++) await register(address);
    await expect(register(address)).rejects.toMatchObject({ code: 'too_many' });
    // a stranger elsewhere does not keep the owner of the address from registering
    await register(newAddress());
    await limit('checkout:save-details', factsOf(newAddress()), { email });
  });
});

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
  ['2001:db8:1:2::1', '2001:0db8:0001:0002:0:0:0:9', true],
  ['2001:db8::1', '2001:db8:0:0:5::', true],
  ['2001:db8:1:2::1', '2001:db8:1:102::1', false],
  ['::ffff:192.0.2.1', '192.0.2.1', true],
  ['::ffff:192.0.2.1', '192.0.2.2', false],
])('%s and %s are the same customer: %s', async (one, other, same) => {
  await database.pool.query(`delete from rate_limit`);
  const ask = (address: string) =>
    limit('account:forgot-password', factsOf(address), { email: newEmail() });
  for (let i = 0; i < hitsOf('account:forgot-password', 'network'); i++) await ask(one);
  if (same) await expect(ask(other)).rejects.toMatchObject({ code: 'too_many' });
  else await ask(other);
});

test('counts all of many concurrent calls', async () => {
  const facts = factsOf(newAddress());
  const max = hitsOf('account:forgot-password', 'network');
  const results = await Promise.allSettled(
    Array.from({ length: 2 * max }, () =>
      limit('account:forgot-password', facts, { email: newEmail() }),
    ),
  );
  expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(max);
});

test('the table contains no address', async () => {
  await api('POST', '/forgot-password', { form: { email_address: 'clara@example.org' } });
  const { rows } = await database.pool.query<{ bucket: string }>(`select bucket from rate_limit`);
  const text = rows.map((row) => row.bucket).join('\n');
  expect(text).toContain('account:forgot-password by mailbox');
  expect(text).not.toMatch(/clara|example|203\.0/);
});

test('without limits nothing is refused', async () => {
  const unlimited = { ...deps, env: { hasRateLimit: false } };
  const ask = () => countHits(unlimited, 'account:log-in', factsOf('192.0.2.9'), { email: 'a' });
  for (let i = 0; i < 200; i++) await ask();
});
