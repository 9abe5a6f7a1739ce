import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';

/**
 * Queues the mail with the reset link, for any address. Whether an account has the address is checked only when the
 * mail is written, so that response and time reveal nothing (api.md, Accounts).
 */
export async function requestPasswordReset(
  client: Pool | PoolClient,
  email: string,
  language: Language,
): Promise<void> {
  await queueMail(client, {
    kind: 'password-reset',
    recipient: email,
    language,
    facts: {},
    eventKey: `password-reset-${randomUUID()}`,
  });
}
