import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Language } from '#contract/language.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';

/**
 * Asks for the mail with the reset link. It is queued for any address: whether somebody has an account
 * there is looked up only when the mail is written, so that answer and time tell nothing (api.md, Accounts).
 */
export async function requestPasswordReset(
  pool: Pool,
  email: string,
  language: Language,
): Promise<void> {
  await queueMail(pool, {
    kind: 'password-reset',
    recipient: email,
    language,
    facts: {},
    eventKey: `password-reset-${randomUUID()}`,
  });
}
