import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { toEmailKey } from '#contract/email-address.ts';
import type { Language } from '#contract/language.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { inTransaction } from '../platform/database/transaction.ts';

/** A message of the contact page. */
export interface ContactMessage {
  email: string;
  subject: string;
  message: string;
  /** The visitor's language. */
  language: Language;
}

/** The recipient of contact messages. */
export interface ContactRecipient {
  /** Used while the database has no association; may have a name before `<…>`. */
  fallbackAddress: string;
  /** The association's language. */
  language: Language;
}

/**
 * Stores a message and queues its mail to the association, both or neither. Drops an identical message within ten
 * minutes (api.md, Conventions).
 */
export async function sendContactMessage(
  pool: Pool,
  message: ContactMessage,
  recipient: ContactRecipient,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const messageId = await store(client, message);
    if (messageId === null) return;
    await queueMail(client, {
      kind: 'contact-message',
      recipient: (await findAssociationEmail(client)) ?? bareAddress(recipient.fallbackAddress),
      language: recipient.language,
      facts: { messageId },
      eventKey: `contact-message-${messageId}`,
    });
  });
}

/** Stores the message and returns its id; null for a repetition. */
async function store(client: PoolClient, message: ContactMessage): Promise<number | null> {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([toEmailKey(message.email), message.subject, message.message]))
    .digest();
  // the second of two simultaneous copies waits here and then finds the first
  await client.query(`select pg_advisory_xact_lock($1)`, [fingerprint.readBigInt64BE()]);
  const { rows } = await client.query<{ id: number }>(
    `insert into contact_message (email, subject, message, language, fingerprint)
     select $1, $2, $3, $4, $5::bytea
     where not exists (select from contact_message
       where fingerprint = $5 and created_at > now() - interval '10 minutes')
     returning id`,
    [message.email, message.subject, message.message, message.language, fingerprint],
  );
  return rows[0]?.id ?? null;
}

async function findAssociationEmail(client: PoolClient): Promise<string | null> {
  const { rows } = await client.query<{ email: string | null }>(
    `select content -> 'association' ->> 'email' as email from festival`,
  );
  return rows[0]?.email ?? null;
}

function bareAddress(sender: string): string {
  return /<([^<>]+)>$/.exec(sender)?.[1] ?? sender;
}
