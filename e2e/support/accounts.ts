import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { deliveryDetails } from '#test/buyer.ts';
import { newEmail, PASSWORD, registration } from '#test/registration.ts';
import { waitForEmail } from './emails.ts';
import type { Visitor } from './visitor.ts';

export interface Account {
  email: string;
  token: string;
  /** The user as the API returns it and the browser stores it. */
  user: { id: number; access_token: string };
}

/** Registers a customer over the API. */
export async function registerAccount(request: APIRequestContext): Promise<Account> {
  const email = newEmail();
  const response = await request.post('/register', {
    data: registration({ email_address: email }),
  });
  expect(response.status()).toBe(201);
  const { user } = (await response.json()) as { user: Account['user'] };
  return { email, token: user.access_token, user };
}

/** Opens the link of the verification mail, as its page does. */
export async function verifyEmail(request: APIRequestContext, { email }: Account): Promise<void> {
  const { link } = await waitForEmail(request, email, 'email-verification');
  const response = await request.get(new URL(link).searchParams.get('url') ?? '');
  expect(response.ok()).toBe(true);
}

/** The customer's saved delivery details. */
export async function saveDetailsOf(request: APIRequestContext, account: Account): Promise<void> {
  const response = await request.post('/delivery-details', {
    headers: { authorization: `Bearer ${account.token}` },
    data: { ...deliveryDetails, email: account.email },
  });
  expect(response.ok()).toBe(true);
}

/** Gives the browser the session of a customer who logged in earlier. */
export async function signIn(page: Page, account: Account): Promise<void> {
  const { origin } = new URL((await page.request.get('/healthz')).url());
  const cookie = { url: origin, httpOnly: true, sameSite: 'Lax' as const };
  await page.context().addCookies([
    { ...cookie, name: 'session', value: account.token },
    { ...cookie, name: 'header', value: 'u' },
  ]);
}

/** Logs in on the login page. */
export async function logInOnPage(visitor: Visitor, email: string): Promise<void> {
  const { page, texts } = visitor;
  await visitor.field(texts.accountField.email).fill(email);
  await visitor.field(texts.accountField.password).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: texts.account.logIn }).click();
}
