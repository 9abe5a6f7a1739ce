import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { inTransaction } from '../platform/database/transaction.ts';

/**
 * The footer's sign-up: in any case a mail that leads to the preferences, where saving confirms (double
 * opt-in). What a subscriber has confirmed before stays as it is, for anybody can type an address.
 */
export async function signUp(pool: Pool, email: string, language: Language): Promise<void> {
  await inTransaction(pool, async (client) => {
    const subscription =
      (await findCustomers(client, email)) ?? (await upsertRequest(client, email, language));
    await queueMail(client, {
      kind: 'newsletter-confirmation',
      // as stored, never as typed: the link opens that person's preferences
      recipient: subscription.email,
      language,
      facts: { subscriptionId: subscription.id, generation: subscription.generation },
      eventKey: `newsletter-confirmation-${randomUUID()}`,
    });
  });
}

interface Found {
  id: number;
  email: string;
  generation: number;
}

/** That of a verified account; one whose address is not proven is nobody's yet. */
async function findCustomers(client: PoolClient, email: string): Promise<Found | undefined> {
  const { rows } = await client.query<Found>(
    `select n.id, n.email, n.generation from newsletter_subscription n
     join account a on a.id = n.account_id
     where lower(a.email) = lower($1) and a.email_verified_at is not null`,
    [email],
  );
  return rows[0];
}

/** The wish of an address without account; the page shows it switched on, to be confirmed. */
async function upsertRequest(
  client: PoolClient,
  email: string,
  language: Language,
): Promise<Found> {
  const { rows } = await client.query<Found>(
    `insert into newsletter_subscription as n (email, language, receive_news_email, general)
     values ($1, $2, true, true)
     on conflict (lower(email)) where account_id is null do update set
       receive_news_email = n.receive_news_email or n.confirmed_at is null,
       general = n.general or n.confirmed_at is null,
       -- time to follow the link before the address is forgotten
       off_since = case when n.off_since is not null then now() end
     returning id, email, generation`,
    [email, language],
  );
  return rows[0] as Found;
}
