import { describe, expect, test } from 'vitest';
import { NewsletterPreferences } from '#contract/accounts.ts';
import { createTestApi, PUBLIC_URL, testTokens } from '#test/api-app.ts';
import { type Customer, registerCustomer, verifyCustomer } from '#test/customers.ts';
import { createTestDatabase } from '#test/database.ts';
import { emailsTo, newestLink } from '#test/emails.ts';
import { newEmail } from '#test/registration.ts';
import { deleteExpiredData } from '../retention.ts';
import { createNewsletterLinks } from './subscription.ts';

const database = await createTestDatabase();
const api = createTestApi(database);

const ALL_OFF = {
  receive_news_email: false,
  receive_news_postal: false,
  preferences: { general: false, concert_daily: false },
};
const DAILY = {
  ...ALL_OFF,
  receive_news_email: true,
  preferences: { general: false, concert_daily: true },
};

const pathOf = (token: string) => `/api/newsletter-preferences/${token}`;
const ofCustomer = (customer: Customer) => pathOf(customer.user.user_data.newsletter_token);
const save = (path: string, json: object) => api('PUT', path, { json, language: 'en' });
const signUp = (email: string) =>
  api('POST', '/api/newsletter', { form: { email }, language: 'en' });

/** Path of the preferences page in the newest confirmation mail. */
async function mailedPath(email: string): Promise<string> {
  const link = await newestLink(database, email, 'newsletter-confirmation');
  expect(link.href).toMatch(new RegExp(`^${PUBLIC_URL}/newsletter-preferences/[\\w-]{38}$`));
  return pathOf(link.pathname.split('/').at(-1) ?? '');
}

/** The mails this address may get: only confirmed preferences count. */
async function mayMail(email: string): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `select from newsletter_subscription where email_key = email_key($1)
     and receive_news_email and confirmed_at is not null`,
    [email],
  );
  return (rowCount ?? 0) > 0;
}

async function giveAddress(customer: Customer): Promise<void> {
  await database.pool.query(
    `insert into delivery_details (account_id, first_name, last_name, street, zip, city, country_id)
     values ($1, 'Clara', 'Wieck', 'Inselstraße 18', '04103', 'Leipzig', 55)`,
    [customer.id],
  );
}

describe("a customer's preferences", () => {
  test('are off at first, can be saved and are then shown', async () => {
    const customer = await registerCustomer(api);
    const before = await api('GET', ofCustomer(customer));
    expect(NewsletterPreferences.parse(before.body)).toEqual({
      email: customer.email,
      ...ALL_OFF,
      has_postal_address: false,
    });
    const saved = await save(ofCustomer(customer), DAILY);
    const expected = { email: customer.email, ...DAILY, has_postal_address: false };
    expect([saved.status, saved.body]).toEqual([
      200,
      { message: 'Your settings have been saved', ...expected },
    ]);
    expect((await api('GET', ofCustomer(customer))).body).toEqual(expected);
  });

  test('post needs an address on file', async () => {
    const customer = await registerCustomer(api);
    const post = { ...DAILY, receive_news_postal: true };
    const refused = await save(ofCustomer(customer), post);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      errors: { receive_news_postal: ['To send tickets by post, we need your postal address'] },
    });
    expect((await api('GET', ofCustomer(customer))).body).toMatchObject(ALL_OFF);
    await giveAddress(customer);
    const saved = await save(ofCustomer(customer), post);
    expect(saved.body).toMatchObject({ ...post, has_postal_address: true });
  });

  test('get no mail before the account is verified, however they are saved', async () => {
    const customer = await registerCustomer(api);
    await save(ofCustomer(customer), DAILY);
    expect(await mayMail(customer.email)).toBe(false);
    await verifyCustomer(api, database, customer.email);
    expect(await mayMail(customer.email)).toBe(true);
    expect((await api('GET', ofCustomer(customer))).body).toMatchObject(DAILY);
  });
});

test('a token that is unknown, altered, of another purpose or outdated is 404', async () => {
  const customer = await registerCustomer(api);
  const { newsletter_token: good } = customer.user.user_data;
  const { id } = testTokens.read('newsletter', good) ?? { id: 0 };
  const bad = [
    'unknown',
    `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`,
    testTokens.sign('order', id),
    testTokens.sign('unsubscribe', id),
    testTokens.sign('newsletter', id, 2),
    testTokens.sign('newsletter', 999_999),
    'x'.repeat(3000),
    '%00',
  ];
  for (const token of bad) {
    const path = pathOf(token);
    expect((await api('GET', path)).status, token).toBe(404);
    expect((await save(path, DAILY)).status, token).toBe(404);
  }
});

test('invalid bodies are 422', async () => {
  const path = ofCustomer(await registerCustomer(api));
  const broken = [
    {},
    { ...DAILY, receive_news_email: 'yes' },
    { ...DAILY, preferences: null },
    { ...DAILY, preferences: { general: true } },
  ];
  for (const json of broken) expect((await save(path, json)).status).toBe(422);
});

describe('one click in the mail program (RFC 8058)', () => {
  const oneClick = { 'List-Unsubscribe': 'One-Click' };

  test('its address leads a browser to a page, and changes nothing', async () => {
    const customer = await registerCustomer(api);
    await save(ofCustomer(customer), DAILY);
    const opened = await api('GET', ofCustomer(customer), {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect(opened.status).toBe(302);
    const { newsletter_token: token } = customer.user.user_data;
    expect(opened.headers.get('location')).toBe(`/newsletter-preferences/${token}/unsubscribe`);
    expect((await api('GET', ofCustomer(customer))).body).toMatchObject(DAILY);
  });

  test.each(['form', 'multipart'] as const)('switches the e-mails off, by %s', async (encoding) => {
    const customer = await registerCustomer(api);
    await save(ofCustomer(customer), DAILY);
    const { id } = testTokens.read('newsletter', customer.user.user_data.newsletter_token) ?? {
      id: 0,
    };
    const links = createNewsletterLinks(
      { tokens: testTokens, publicUrl: PUBLIC_URL },
      { id, generation: 1 },
    );
    const response = await api('POST', new URL(links.unsubscribe).pathname, {
      [encoding]: oneClick,
    });
    expect(response.status).toBe(200);
    expect((await api('GET', ofCustomer(customer))).body).toMatchObject({
      ...DAILY,
      receive_news_email: false,
    });
  });

  test("accepts the preferences' token too, refuses other tokens and bodies", async () => {
    const customer = await registerCustomer(api);
    await save(ofCustomer(customer), DAILY);
    const empty = await api('POST', ofCustomer(customer), { form: {} });
    expect(empty.status).toBe(422);
    expect((await api('GET', ofCustomer(customer))).body).toMatchObject(DAILY);
    expect((await api('POST', ofCustomer(customer), { form: oneClick })).status).toBe(200);
    expect((await api('GET', ofCustomer(customer))).body).toMatchObject({
      receive_news_email: false,
    });
    expect((await api('POST', pathOf('unknown'), { form: oneClick })).status).toBe(404);
  });
});

describe('sign-up', () => {
  test('responds to known and unknown addresses alike and mails both', async () => {
    const unknown = newEmail();
    const unverified = await registerCustomer(api);
    const verified = await registerCustomer(api);
    await verifyCustomer(api, database, verified.email);
    const emails = [unknown, unknown, unverified.email, verified.email];
    const responses = [];
    for (const email of emails) responses.push(await signUp(email));
    expect(new Set(responses.map((a) => `${a.status} ${a.text}`)).size).toBe(1);
    expect(responses[0]?.body).toEqual({
      message: 'We have sent you an email. Please confirm your subscription there',
    });
    for (const email of emails) {
      expect((await emailsTo(database, email)).at(-1)).toMatchObject({
        kind: 'newsletter-confirmation',
        language: 'en',
      });
    }
  });

  test('is confirmed by saving, never by opening', async () => {
    const email = newEmail();
    await signUp(email);
    const path = await mailedPath(email);
    const response = await api('GET', path);
    expect(response.body).toMatchObject({
      receive_news_email: true,
      preferences: { general: true, concert_daily: false },
    });
    expect(await mayMail(email)).toBe(false);
    await save(path, ALL_OFF);
    expect(await mayMail(email)).toBe(false);
    await save(path, DAILY);
    expect(await mayMail(email)).toBe(true);
  });

  test('again gives the new mail its thirty days', async () => {
    const email = newEmail();
    await signUp(email);
    await database.pool.query(
      `update newsletter_subscription set created_at = now() - interval '29 days' where email = $1`,
      [email],
    );
    await signUp(email);
    const { rows } = await database.pool.query(
      `select created_at > now() - interval '1 day' as is_new from newsletter_subscription where email = $1`,
      [email],
    );
    expect(rows).toEqual([{ is_new: true }]);
  });

  test('by somebody else changes nothing that was confirmed', async () => {
    const email = newEmail();
    await signUp(email);
    await save(await mailedPath(email), DAILY);
    await save(await mailedPath(email), ALL_OFF);
    await signUp(email.toUpperCase());
    expect(await mayMail(email)).toBe(false);
    // the link goes to the address on file, not to a variant spelling
    expect(await emailsTo(database, email)).toHaveLength(2);
    expect(await emailsTo(database, email.toUpperCase())).toEqual([]);
  });

  test('shows the previous choices after switching off and signing up again', async () => {
    const email = newEmail();
    await signUp(email);
    const path = await mailedPath(email);
    await save(path, DAILY);
    await api('POST', path, { form: { 'List-Unsubscribe': 'One-Click' } });
    await signUp(email);
    await signUp(email);
    const shown = await api('GET', await mailedPath(email));
    expect(shown.body).toMatchObject(DAILY);
    // anybody can type an address: nothing is mailed until its owner saves
    expect(await mayMail(email)).toBe(false);
    await save(path, DAILY);
    expect(await mayMail(email)).toBe(true);
  });

  test('is deleted 30 days after everything is switched off, unless it is signed up again', async () => {
    const letPass = (email: string, days: number) =>
      database.pool.query(
        `update newsletter_subscription set off_since = off_since - make_interval(days => $2) where email = $1`,
        [email, days],
      );
    const [stays, left, back] = [newEmail(), newEmail(), newEmail()];
    const paths = new Map<string, string>();
    for (const email of [stays, left, back]) {
      await signUp(email);
      paths.set(email, await mailedPath(email));
      await save(paths.get(email) ?? '', DAILY);
    }
    const leave = (email: string) => save(paths.get(email) ?? '', ALL_OFF);
    await leave(left);
    await leave(back);
    for (const email of [stays, left, back]) await letPass(email, 29);
    await deleteExpiredData(database.pool);
    expect((await api('GET', paths.get(left) ?? '')).status).toBe(200);
    await signUp(back);
    for (const email of [stays, left, back]) await letPass(email, 2);
    await deleteExpiredData(database.pool);
    const status = async (email: string) => (await api('GET', paths.get(email) ?? '')).status;
    expect([await status(stays), await status(left), await status(back)]).toEqual([200, 404, 200]);
  });

  test('of an address at the same moment creates one subscription', async () => {
    const email = newEmail();
    const responses = await Promise.all([1, 2, 3, 4].map(() => signUp(email)));
    expect(responses.map((a) => a.status)).toEqual([200, 200, 200, 200]);
    const { rowCount } = await database.pool.query(
      `select from newsletter_subscription where email = $1`,
      [email],
    );
    expect(rowCount).toBe(1);
  });

  test('an invalid address is 422', async () => {
    expect((await signUp('nobody')).status).toBe(422);
    expect((await signUp('')).status).toBe(422);
  });
});

describe('an account whose address has signed up', () => {
  test('gives no access to that subscription before it is verified', async () => {
    const email = newEmail();
    await signUp(email);
    const mailed = await mailedPath(email);
    await save(mailed, DAILY);
    const stranger = await registerCustomer(api, email.toUpperCase());
    expect((await api('GET', ofCustomer(stranger))).body).toMatchObject(ALL_OFF);
    await save(ofCustomer(stranger), ALL_OFF);
    expect((await api('GET', mailed)).body).toMatchObject(DAILY);
    expect(await mayMail(email)).toBe(true);
  });

  test('takes it over when verified: mailed links stay valid, choices stay', async () => {
    const email = newEmail();
    await signUp(email);
    const mailed = await mailedPath(email);
    await save(mailed, DAILY);
    const customer = await registerCustomer(api, email);
    await giveAddress(customer);
    await save(ofCustomer(customer), {
      ...ALL_OFF,
      receive_news_postal: true,
      preferences: { general: true, concert_daily: false },
    });
    await verifyCustomer(api, database, email);
    const both = {
      email,
      receive_news_email: true,
      receive_news_postal: true,
      preferences: { general: true, concert_daily: true },
      has_postal_address: true,
    };
    expect((await api('GET', mailed)).body).toEqual(both);
    const me = await api('GET', '/me', { bearer: customer.token });
    const { newsletter_token: token } = (
      me.body as { data: { user_data: { newsletter_token: string } } }
    ).data.user_data;
    expect(pathOf(token)).toBe(mailed);
    expect(await mayMail(email)).toBe(true);
  });

  test('does not take over an unconfirmed sign-up', async () => {
    const email = newEmail();
    const customer = await registerCustomer(api, email);
    await signUp(email);
    await verifyCustomer(api, database, email);
    expect((await api('GET', await mailedPath(email))).body).toMatchObject(ALL_OFF);
    expect(await mayMail(customer.email)).toBe(false);
  });
});
