import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';

/**
 * Queues the mail with the reset link, to the stored address of the account. Without an account it is queued to the
 * typed address, and dropped when it is written: the steps are the same, so that response and time reveal nothing
 * (api.md, Accounts).
 */
export async function requestPasswordReset(
  client: Pool | PoolClient,
  email: string,
  language: Language,
): Promise<void> {
  const account = await findAccountByTypedEmail(client, email);
  await queueMail(client, {
    kind: 'password-reset',
    recipient: account?.email ?? email,
    language,
    facts: {},
    eventKey: `password-reset-${randomUUID()}`,
  });
}

interface TypedAccount {
  id: number;
  /** As it is stored. */
  email: string;
  name: string;
  is_verified: boolean;
}

/** The account of a typed address; undefined when there is none. */
export async function findAccountByTypedEmail(
  client: Pool | PoolClient,
  typed: string,
): Promise<TypedAccount | undefined> {
  const { rows } = await client.query<TypedAccount>(
    `select id, email, first_name || ' ' || last_name as name,
       email_verified_at is not null as is_verified from account
     where email_key = email_key($1)`,
    [typed],
  );
  return rows[0];
}
