import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { findAccountByTypedEmail } from './find-account-by-typed-email.ts';

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
