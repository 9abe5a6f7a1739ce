import { expect } from 'vitest';
import type { z } from 'zod';
import { type User, UserResponse } from '#contract/accounts.ts';
import type { TestClient } from './api-app.ts';
import type { TestDatabase } from './database.ts';
import { newestLink } from './emails.ts';
import { newEmail, registration } from './registration.ts';

export interface Customer {
  id: number;
  email: string;
  token: string;
  user: z.infer<typeof User>;
}

/** Registers a customer. */
export async function registerCustomer(api: TestClient, email = newEmail()): Promise<Customer> {
  const response = await api('POST', '/register', { json: registration({ email_address: email }) });
  expect(response.status).toBe(201);
  const { user } = UserResponse.parse(response.body);
  return { id: user.id, email, token: user.access_token, user };
}

/** Path and query of this API that the newest verification mail leads to. */
export async function verificationPath(database: TestDatabase, email: string): Promise<string> {
  const link = await newestLink(database, email, 'email-verification');
  return new URL(link.searchParams.get('url') ?? '').pathname;
}

/** Follows the link of the verification mail. */
export async function verifyCustomer(
  api: TestClient,
  database: TestDatabase,
  email: string,
): Promise<void> {
  const response = await api('GET', await verificationPath(database, email));
  expect(response.status).toBe(200);
}
