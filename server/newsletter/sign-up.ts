import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { newsletterMailTexts } from '#messages/newsletter-mails.ts';
import type { WriteEmail } from '../platform/mail/email.ts';
import { createNewsletterLinks } from './subscription.ts';

/**
 * Signs an address up, in the caller's transaction: always queues a mail with a link to the preferences, and saving
 * those confirms the subscription (double opt-in). Preferences confirmed before stay as they are, because anybody can
 * type an address (api.md, Contact and newsletter).
 */
export async function signUp(client: PoolClient, email: string, language: Language): Promise<void> {
  const subscription =
    (await findAccountSubscription(client, email)) ??
    (await upsertRequest(client, email, language));
  await queueMail(client, {
    kind: 'newsletter-confirmation',
    // the stored address, not the typed one, because the link opens that person's preferences
    recipient: subscription.email,
    language,
    facts: { subscriptionId: subscription.id, generation: subscription.generation },
    eventKey: `newsletter-confirmation-${randomUUID()}`,
  });
}

interface SignUpRow {
  id: number;
  email: string;
  generation: number;
}

/**
 * The subscription of an account with this address, if the account has verified it. A sign-up leaves it as it is:
 * an unconfirmed one gets no post. The page shows the previous choices, and its owner switches the mails on.
 */
async function findAccountSubscription(
  client: PoolClient,
  email: string,
): Promise<SignUpRow | undefined> {
  const { rows } = await client.query<SignUpRow>(
    `select n.id, n.email, n.generation from newsletter_subscription n
     join account a on a.id = n.account_id
     where a.email_key = email_key($1) and a.email_verified_at is not null`,
    [email],
  );
  return rows[0];
}

/**
 * The subscription of an address without account; unconfirmed, the page shows it switched on. One that was switched
 * off becomes unconfirmed again, so that the page shows the previous choices and nothing is mailed until they are
 * saved.
 */
async function upsertRequest(
  client: PoolClient,
  email: string,
  language: Language,
): Promise<SignUpRow> {
  const { rows } = await client.query<SignUpRow>(
    `insert into newsletter_subscription as n (email, language, receive_news_email, general)
     values ($1, $2, true, true)
     on conflict (email_key) where account_id is null do update set
       receive_news_email = true,
       -- anybody can type an address: mails that somebody confirmed keep their language
       language = case when n.receive_news_email and n.confirmed_at is not null then n.language
         else excluded.language end,
       -- a second sign-up before saving keeps the previous choices, too
       general = n.general
         or (not n.concert_daily and (not n.receive_news_email or n.confirmed_at is null)),
       confirmed_at = case when n.receive_news_email then n.confirmed_at end,
       -- leaves time to follow the link before the address is deleted
       created_at = case when n.receive_news_email and n.confirmed_at is not null then n.created_at else now() end,
       off_since = null
     returning id, email, generation`,
    [email, language],
  );
  return rows[0] as SignUpRow;
}

/**
 * Kind `newsletter-confirmation`, facts `subscriptionId` and `generation`: the mail of the double opt-in (api.md,
 * Contact and newsletter). Null when the subscription is deleted or has another address by now.
 */
export const writeConfirmationMail: WriteEmail = async (facts, language, context) => {
  const subscription = { id: Number(facts.subscriptionId), generation: Number(facts.generation) };
  const { rowCount } = await context.pool.query(
    `select from newsletter_subscription where id = $1 and generation = $2`,
    [subscription.id, subscription.generation],
  );
  if (rowCount === 0) return null;
  const t = pickTexts(newsletterMailTexts, language);
  return {
    subject: t.confirmSubject,
    preheader: t.confirmPreheader,
    heading: t.confirmHeading,
    paragraphs: [t.confirmText],
    button: {
      label: t.confirmButton,
      url: createNewsletterLinks(context, subscription).preferences,
    },
    smallPrint: [t.confirmIgnore],
  };
};
