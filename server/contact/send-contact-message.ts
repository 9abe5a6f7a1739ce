import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { inTransaction } from '../platform/database/transaction.ts';

/** A message as the contact page sends it. */
export interface ContactMessage {
  email: string;
  subject: string;
  message: string;
  /** The visitor's. */
  language: Language;
}

/** To whom messages go. */
export interface ContactRecipient {
  /** When the database knows no association yet; may carry a name before `<…>`. */
  fallbackAddress: string;
  /** The association's own. */
  language: Language;
}

/**
 * Stores a message and queues its mail to the association, both or neither. An identical one within ten
 * minutes is dropped (api.md, Conventions).
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

/** Null for one that was stored a moment ago. */
async function store(client: PoolClient, message: ContactMessage): Promise<number | null> {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([message.email.toLowerCase(), message.subject, message.message]))
    .digest();
  // two of the same at the same moment: the second waits and finds the first
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
