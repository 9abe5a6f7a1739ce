import { describe, expect, test } from 'vitest';
import { UserDataResponse } from '#contract/accounts.ts';
import { createTestApi } from '#test/api-app.ts';
import { type Customer, registerCustomer, verifyCustomer } from '#test/customers.ts';
import { createTestDatabase } from '#test/database.ts';
import { emailsTo, newestLink } from '#test/emails.ts';
import { newEmail, PASSWORD, registration } from '#test/registration.ts';
import { deleteExpiredData } from '../retention.ts';

const database = await createTestDatabase();
const api = createTestApi(database);
const NEW_PASSWORD = 'Die schöne Müllerin 25';
const newPassword = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };

/** Changes an account; a new address by following its link, too. */
async function change(customer: Customer, json: { email?: string; password?: string }) {
  const response = await api('PUT', `/${customer.id}`, {
    json: { ...json, current_password: PASSWORD },
    bearer: customer.token,
  });
  if (json.email !== undefined && response.status === 200) {
    await verifyCustomer(api, database, json.email);
  }
  return response;
}
const logIn = (email: string, password = PASSWORD) =>
  api('POST', '/login', { json: { email_address: email, password } });
const undo = (token: string) =>
  api('POST', '/api/email/undo-change', { json: { token }, language: 'en' });
const mailsTo = async (email: string, kind: string) =>
  (await emailsTo(database, email)).filter((mail) => mail.kind === kind);
const undoToken = async (email: string) =>
  (await newestLink(database, email, 'email-changed')).searchParams.get('token') ?? '';

async function verifiedCustomer(): Promise<Customer> {
  const customer = await registerCustomer(api);
  await verifyCustomer(api, database, customer.email);
  return customer;
}

/** Registers an address that is released while the undo of its change runs: it was changed seven days ago. */
async function registerReserved(email: string): Promise<Customer> {
  const moveChange = (by: string) =>
    database.pool.query(
      `update email_change set changed_at = changed_at + $2::interval where old_email = $1`,
      [email, by],
    );
  await moveChange('-7 days');
  const customer = await registerCustomer(api, email);
  await moveChange('7 days');
  return customer;
}

describe('a new address', () => {
  test('is announced to the old one, without the new one and without a name', async () => {
    const customer = await verifiedCustomer();
    const email = newEmail();
    await change(customer, { email });
    const [mail, ...further] = await mailsTo(customer.email, 'email-changed');
    expect(further).toEqual([]);
    expect(mail?.email.subject).toBe('Die E-Mail-Adresse Ihres Kontos wurde geändert');
    expect(mail?.email.button?.url).toContain('/auth/undo-email-change?token=');
    expect(JSON.stringify(mail)).not.toMatch(new RegExp(`${email}|Clara|Wieck`));
    const mails = await database.pool.query<{ language: string }>(
      `update mail set language = 'en' where recipient = $1 returning language`,
      [customer.email],
    );
    expect(mails.rowCount).toBeGreaterThan(0);
    const [english] = await mailsTo(customer.email, 'email-changed');
    expect(english?.email.subject).toBe('Your account’s email address has been changed');
  });

  test('is undone by the link, once: everybody is logged out and gets a link for a new password', async () => {
    const customer = await verifiedCustomer();
    const email = newEmail();
    await change(customer, { email });
    const token = await undoToken(customer.email);
    const response = await undo(token);
    expect([response.status, response.body]).toEqual([
      200,
      { message: 'The change has been undone. Your account has this email address again' },
    ]);
    expect((await api('GET', '/me', { bearer: customer.token })).status).toBe(401);
    expect((await logIn(email)).status).toBe(401);
    expect((await logIn(customer.email)).status).toBe(401);
    const link = await newestLink(database, customer.email, 'password-reset');
    const json = {
      token: link.searchParams.get('token'),
      email_address: customer.email,
      ...newPassword,
    };
    expect((await api('POST', '/api/reset-password', { json })).status).toBe(200);
    const { data } = UserDataResponse.parse((await logIn(customer.email, NEW_PASSWORD)).body);
    expect(data.user_data.email_verified_at).not.toBeNull();
    expect((await undo(token)).status).toBe(403);
    expect(await mailsTo(customer.email, 'email-changed')).toEqual([]);
  });

  test.each([
    ['after the address', [{ email: newEmail() }, newPassword]],
    ['with the address', [{ email: newEmail(), ...newPassword }]],
  ])('is undone: a password changed %s is void', async (_when, changes) => {
    const customer = await verifiedCustomer();
    for (const json of changes) await change(customer, json);
    expect((await undo(await undoToken(customer.email))).status).toBe(200);
    for (const password of [NEW_PASSWORD, PASSWORD])
      expect((await logIn(customer.email, password)).status).toBe(401);
    const link = await newestLink(database, customer.email, 'password-reset');
    const token = link.searchParams.get('token');
    const json = { token, email_address: customer.email, ...newPassword };
    expect((await api('POST', '/api/reset-password', { json })).status).toBe(200);
    expect((await logIn(customer.email, NEW_PASSWORD)).status).toBe(200);
  });

  test('cannot be claimed with the link of a later change', async () => {
    const customer = await verifiedCustomer();
    const stranger = newEmail();
    await change(customer, { email: stranger });
    await change(customer, { email: newEmail() });
    const strangersToken = await undoToken(stranger);
    expect((await undo(await undoToken(customer.email))).status).toBe(200);
    expect((await undo(strangersToken)).status).toBe(403);
    expect(await mailsTo(customer.email, 'password-reset')).toHaveLength(1);
  });

  test('stays after seven days, and its record is deleted after a month', async () => {
    const customer = await verifiedCustomer();
    await change(customer, { email: newEmail() });
    const token = await undoToken(customer.email);
    await database.pool.query(
      `update email_change set changed_at = now() - interval '7 days 1 minute' where account_id = $1`,
      [customer.id],
    );
    expect((await undo(token)).status).toBe(403);
    await database.pool.query(
      `update email_change set changed_at = now() - interval '31 days' where account_id = $1`,
      [customer.id],
    );
    await deleteExpiredData(database.pool);
    const left = await database.pool.query(`select from email_change where account_id = $1`, [
      customer.id,
    ]);
    expect(left.rowCount).toBe(0);
  });

  test('is not announced to an old one that was never verified', async () => {
    const customer = await registerCustomer(api);
    await change(customer, { email: newEmail() });
    const queued = await database.pool.query(
      `select kind from mail where recipient = $1 and kind <> 'email-verification'`,
      [customer.email],
    );
    expect(queued.rows).toEqual([]);
  });

  test('stays if the old one was never verified, even by a link mailed before', async () => {
    const customer = await verifiedCustomer();
    await change(customer, { email: newEmail() });
    const token = await undoToken(customer.email);
    await database.pool.query(
      `update email_change set old_verified_at = null where account_id = $1`,
      [customer.id],
    );
    expect((await undo(token)).status).toBe(403);
    expect((await api('GET', '/me', { bearer: customer.token })).status).toBe(200);
    expect(await mailsTo(customer.email, 'password-reset')).toEqual([]);
  });

  test('reserves the old address for its account while the change can be undone', async () => {
    const customer = await verifiedCustomer();
    await change(customer, { email: newEmail() });
    const email = customer.email.toUpperCase();
    const registered = await api('POST', '/register', {
      json: registration({ email_address: email }),
    });
    const other = await registerCustomer(api);
    const changed = await change(other, { email });
    for (const answer of [registered, changed]) {
      expect([answer.status, answer.body]).toMatchObject([
        409,
        { error_I18n: 'TRANSLATION.AUTH.REGISTER.ERROR.EMAIL_TAKEN' },
      ]);
    }
    expect((await change(customer, { email: customer.email })).status).toBe(200);
  });

  test('releases the old address after seven days', async () => {
    const customer = await verifiedCustomer();
    await change(customer, { email: newEmail() });
    await database.pool.query(
      `update email_change set changed_at = now() - interval '7 days 1 minute' where account_id = $1`,
      [customer.id],
    );
    await registerCustomer(api, customer.email);
  });

  test('does not reserve an old address that was never verified', async () => {
    const customer = await registerCustomer(api);
    await change(customer, { email: newEmail() });
    await registerCustomer(api, customer.email);
  });

  test('stays reserved for its account when somebody registers it at the same time', async () => {
    const customer = await verifiedCustomer();
    const json = registration({ email_address: customer.email });
    const [changed, registered] = await Promise.all([
      change(customer, { email: newEmail() }),
      api('POST', '/register', { json }),
    ]);
    expect([changed.status, registered.status]).toEqual([200, 409]);
    expect((await undo(await undoToken(customer.email))).status).toBe(200);
  });

  test('is undone although another account has the old address, if that is not verified', async () => {
    const customer = await verifiedCustomer();
    await change(customer, { email: newEmail() });
    const token = await undoToken(customer.email);
    const stranger = await registerReserved(customer.email);
    expect((await undo(token)).status).toBe(200);
    expect((await api('GET', '/me', { bearer: stranger.token })).status).toBe(401);
    const { rows } = await database.pool.query(`select id from account where email = $1`, [
      customer.email,
    ]);
    expect(rows).toEqual([{ id: customer.id }]);
  });

  test('stays if another account has verified the old address, but its sessions and links end', async () => {
    const customer = await verifiedCustomer();
    const email = newEmail();
    await change(customer, { email });
    const me = UserDataResponse.parse((await api('GET', '/me', { bearer: customer.token })).body);
    const preferences = `/api/newsletter-preferences/${me.data.user_data.newsletter_token}`;
    expect((await api('GET', preferences)).status).toBe(200);
    const token = await undoToken(customer.email);
    await registerReserved(customer.email);
    await verifyCustomer(api, database, customer.email);
    expect((await undo(token)).status).toBe(409);
    expect((await api('GET', preferences)).status).toBe(404);
    expect((await api('GET', '/me', { bearer: customer.token })).status).toBe(401);
    expect((await logIn(email)).status).toBe(200);
  });

  test.each(['', 'x', 'A'.repeat(38)])('is not undone by the token %j', async (token) => {
    expect((await undo(token)).status).toBe(403);
  });

  test('is undone once by two clicks at the same time', async () => {
    const customer = await verifiedCustomer();
    await change(customer, { email: newEmail() });
    const token = await undoToken(customer.email);
    const responses = await Promise.all([undo(token), undo(token)]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  });
});

describe('a new password', () => {
  test('is announced to the address of the account', async () => {
    const customer = await registerCustomer(api);
    await change(customer, newPassword);
    const [mail] = await mailsTo(customer.email, 'password-changed');
    expect(mail?.email.subject).toBe('Das Passwort Ihres Kontos wurde geändert');
    expect(JSON.stringify(mail)).not.toMatch(/Clara|Wieck/);
  });

  test('is announced to the old address when both change', async () => {
    const customer = await verifiedCustomer();
    const email = newEmail();
    await change(customer, { email, ...newPassword });
    expect(await mailsTo(customer.email, 'password-changed')).toHaveLength(1);
    expect(await mailsTo(email, 'password-changed')).toEqual([]);
  });

  test('is announced to an earlier address, too, with the link that undoes the change of it', async () => {
    const customer = await verifiedCustomer();
    const [email, last] = [newEmail(), newEmail()];
    await change(customer, { email });
    await change(customer, { email: last });
    await change(customer, newPassword);
    const [mail, ...further] = await mailsTo(customer.email, 'password-changed');
    expect(further).toEqual([]);
    expect(JSON.stringify(mail)).not.toMatch(new RegExp(`${last}|Clara|Wieck`));
    expect(await mailsTo(last, 'password-changed')).toHaveLength(1);
    const link = await newestLink(database, customer.email, 'password-changed');
    expect((await undo(link.searchParams.get('token') ?? '')).status).toBe(200);
    expect((await api('GET', '/me', { bearer: customer.token })).status).toBe(401);
    expect(await mailsTo(customer.email, 'password-changed')).toEqual([]);
  });

  test('is not announced to an earlier address whose change cannot be undone any more', async () => {
    const customer = await verifiedCustomer();
    await change(customer, { email: newEmail() });
    await database.pool.query(
      `update email_change set changed_at = now() - interval '7 days 1 minute' where account_id = $1`,
      [customer.id],
    );
    await change(customer, newPassword);
    expect(await mailsTo(customer.email, 'password-changed')).toEqual([]);
  });

  test('is announced to no earlier address that was never verified', async () => {
    const customer = await registerCustomer(api);
    const email = newEmail();
    await change(customer, { email });
    await change(customer, newPassword);
    expect(await mailsTo(customer.email, 'password-changed')).toEqual([]);
    expect(await mailsTo(email, 'password-changed')).toHaveLength(1);
  });

  test('set by a mailed link is announced, too', async () => {
    const { email } = await registerCustomer(api);
    await api('POST', '/forgot-password', { json: { email_address: email } });
    const link = await newestLink(database, email, 'password-reset');
    const json = { token: link.searchParams.get('token'), email_address: email, ...newPassword };
    await api('POST', '/api/reset-password', { json });
    expect(await mailsTo(email, 'password-changed')).toHaveLength(1);
  });

  test('is not announced when only the name changes', async () => {
    const customer = await registerCustomer(api);
    await api('PUT', `/${customer.id}`, { json: { first_name: 'Klara' }, bearer: customer.token });
    const kinds = (await emailsTo(database, customer.email)).map(({ kind }) => kind);
    expect(kinds).toEqual(['email-verification']);
  });
});
