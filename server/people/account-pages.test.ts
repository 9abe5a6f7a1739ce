// Forms of a customer as a browser without scripts sends them, with two customers in its tabs.
import { expect, test } from 'vitest';
import { accountTexts, otherCustomerTexts, profileTexts } from '#messages/accounts.ts';
import { accepted, Buyer, deliveryDetails } from '#test/buyer.ts';
import { type ApiResponse, at, createClient, textAt } from '#test/http-client.ts';
import { openDemoSite } from '#test/open-demo-shop.ts';
import { PASSWORD, registration } from '#test/registration.ts';

const shop = await openDemoSite();
const client = createClient(shop.url, 'de');
const de = { 'accept-language': 'de', accept: 'text/html' };

/** A new customer whose browser is signed in. */
async function openAccount(firstName: string) {
  const fields = registration({ first_name: firstName });
  const { body } = await accepted(client('POST', '/register', { json: fields }));
  const token = textAt(body, 'user.access_token');
  const id = String(at(body, 'user.id'));
  const cookies = [`session=${token}`, 'header=u'];
  const post = (
    path: string,
    form: Record<string, string>,
    language: keyof typeof otherCustomerTexts.signedIn = 'de',
  ): Promise<ApiResponse> =>
    client('POST', path, {
      form,
      headers: { ...de, 'accept-language': language, cookie: cookies.join('; ') },
    });
  return { id, email: fields.email_address ?? '', token, cookies, post };
}

/** The first name that the customer's account has. */
async function firstNameOf({ token }: { token: string }): Promise<string> {
  const { body } = await accepted(client('GET', '/me', { bearer: token }));
  return textAt(body, 'data.user_data.first_name');
}

test('the profile of one customer is not saved into the account of another one', async () => {
  const robert = await openAccount('Robert');
  const fanny = await openAccount('Fanny');
  const typed = { first_name: 'Bob', last_name: 'Schumann', email: robert.email, language: 'de' };
  const form = { ...typed, customer: robert.id };
  const refused = await fanny.post('/user/profile', form);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(otherCustomerTexts.signedIn.de);
  expect(refused.text).toContain('value="Fanny"');
  expect(refused.text).toContain(`value="${fanny.email}"`);
  expect(refused.text).not.toContain('value="Bob"');
  expect(await firstNameOf(fanny)).toBe('Fanny');
  const english = await fanny.post('/user/profile', form, 'en');
  expect(english.text).toContain(otherCustomerTexts.signedIn.en);
});

test.each([{ named: true }, { named: false }])(
  'the profile of the signed-in customer is saved; form names the customer: $named',
  async ({ named }) => {
    const { id, email, post, token } = await openAccount('Fanny');
    const form = { first_name: 'Franziska', last_name: 'Hensel', email, language: 'de' };
    const saved = await post('/user/profile', { ...form, ...(named && { customer: id }) });
    expect(saved.status).toBe(303);
    expect(decodeURIComponent(saved.headers.get('set-cookie') ?? '')).toContain(
      profileTexts.saved.de,
    );
    expect(await firstNameOf({ token })).toBe('Franziska');
  },
);

test('an address typed with invisible characters is still the same one', async () => {
  const { email, post } = await openAccount('Fanny');
  const form = { first_name: 'Fanny', last_name: 'Hensel', language: 'de' };
  const saved = await post('/user/profile', { ...form, email: `\u200B${email}` });
  expect(saved.status).toBe(303);
});

test('a refused login or registration is explained to a signed-in customer, too', async () => {
  const robert = await openAccount('Robert');
  const { post } = await openAccount('Fanny');
  const login = { email_address: robert.email, password: 'something else' };
  const wrong = await post('/auth/login', login);
  expect(wrong.status).toBe(401);
  expect(wrong.text).toContain(accountTexts.invalidCredentials.de);
  expect(wrong.text).toContain(`value="${robert.email}"`);
  expect((await post('/auth/login', { ...login, password: '' })).status).toBe(422);
  const taken = await post('/auth/register', registration({ email_address: robert.email }));
  expect(taken.status).toBe(409);
  expect(taken.text).toContain(accountTexts.emailTaken.de);
  const asked = await post('/auth/login?forgot', { email_address: robert.email });
  expect(asked.text).toContain(accountTexts.linkSent.de);
  const right = await post('/auth/login', { ...login, password: PASSWORD });
  expect([right.status, right.headers.get('location')]).toEqual([303, '/user']);
});

test('the delivery details of one customer are not saved for another one', async () => {
  const robert = await openAccount('Robert');
  const fanny = await openAccount('Fanny');
  const { rows } = await shop.pool.query<{ id: number; types: number[] }>(
    `select p.id, array_agg(t.id order by t.position) as types from product p
     join ticket_type t on t.product_id = p.id where p.concert_id = 7 group by p.id`,
  );
  const { id = 0, types = [] } = rows[0] ?? {};
  const buyer = new Buyer(shop);
  await accepted(buyer.add({ productId: id, types }));
  fanny.cookies.push(`cart_session=${buyer.sessionId}`);
  const details = { ...deliveryDetails, country_id: '55', email: robert.email };
  const form = { ...details, street: 'Inselstraße 18', intent: 'details' };
  const refused = await fanny.post('/ticketshop/checkout', { ...form, customer: robert.id });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(otherCustomerTexts.signedIn.de);
  expect(refused.text).toContain(`value="${fanny.email}"`);
  expect(refused.text).not.toContain('Inselstraße');
  const saved = await client('GET', '/delivery-details', { bearer: fanny.token });
  expect(saved.text).not.toContain('Inselstraße');
  const login = { intent: 'login', email_address: robert.email, password: 'something else' };
  const wrong = await fanny.post('/ticketshop/checkout', login);
  expect(wrong.status).toBe(401);
  expect(wrong.text).toContain(accountTexts.invalidCredentials.de);
  expect(wrong.text).toContain(`value="${fanny.email}"`);
  const own = { ...form, email: fanny.email, customer: fanny.id };
  expect((await fanny.post('/ticketshop/checkout', own)).status).toBe(303);
});
