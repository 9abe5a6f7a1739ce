import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';

/** Queues the verification mail to the account's pending address, or else to its own, unless that is verified. */
export async function queueVerificationMail(
  client: Pool | PoolClient,
  accountId: number,
): Promise<void> {
  const { rows } = await client.query<{ email: string; language: Language }>(
    `select coalesce(pending_email, email) as email, language from account
     where id = $1 and (pending_email is not null or email_verified_at is null)`,
    [accountId],
  );
  const account = rows[0];
  if (account === undefined) return;
  await queueMail(client, {
    kind: 'email-verification',
    recipient: account.email,
    language: account.language,
    facts: { accountId },
    eventKey: `email-verification-${randomUUID()}`,
  });
}
