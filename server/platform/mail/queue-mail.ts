import type { Pool } from 'pg';
import type { Language } from '#contract/language.ts';
import type { Queryable } from '../database/multiplexed-pool.ts';

/** SQL for a mail that is still to be sent; the index `mail_unsent` has the same condition. */
export const unsentMailSql = 'sent_at is null and bounced_at is null and dropped_at is null';

/** A mail to be sent; `facts` are ids, never tokens (api.md, Conventions). */
export interface QueuedMail {
  kind: string;
  recipient: string;
  language: Language;
  facts: Record<string, number | string>;
  /** One mail per event: a second one with the same key is ignored. */
  eventKey: string;
  /** Its job runs before all other waiting ones. */
  isUrgent?: boolean;
  /**
   * Of a run (office.md 1): sent after all others, and at this rate together with those of all runs. Queue it last: it
   * locks their pace.
   */
  perMinute?: number;
}

/**
 * Writes a mail into the outbox together with the job that sends it; in a transaction, both appear with its commit. It
 * is sent at least once, with a stable Message-ID (product.md 12).
 */
export async function queueMail(client: Queryable, mail: QueuedMail): Promise<void> {
  await client.query({
    name: 'queue_mail',
    text: `with written as (
       insert into mail (kind, recipient, language, facts, event_key) values ($1, $2, $3, $4, $5)
       on conflict (event_key) do nothing returning id
     )
     select case when $7::float8 is null then enqueue_mail(id, $6) else enqueue_run_mail(id, $7) end
     from written`,
    values: [
      mail.kind,
      mail.recipient,
      mail.language,
      JSON.stringify(mail.facts),
      mail.eventKey,
      // Graphile Worker runs lower numbers first
      mail.isUrgent === true ? -1 : 0,
      mail.perMinute ?? null,
    ],
  });
}

/** How a copy differs from its mail. */
export interface MailCopy {
  recipient?: string | undefined;
  language?: Language | undefined;
}

/**
 * Queues a copy of a mail, with a Message-ID of its own, to the given address or the original recipient. Returns
 * the copy's id; null if there is no such mail.
 */
export async function copyMail(
  client: Queryable,
  mailId: number,
  { recipient, language }: MailCopy = {},
): Promise<number | null> {
  const { rows } = await client.query<{ id: number }>({
    text: `with copied as (
       insert into mail (kind, recipient, language, facts, event_key)
       select kind, coalesce($2, recipient), coalesce($3, language), facts,
         'resend-' || id || '-' || gen_random_uuid()
       from mail where id = $1 returning id
     )
     select id, enqueue_mail(id) from copied`,
    values: [mailId, recipient ?? null, language ?? null],
  });
  return rows[0]?.id ?? null;
}

/** After this many attempts to send a mail, its job is not enqueued again. */
const MAX_SEND_ATTEMPTS = 25;

/**
 * Enqueues the job again for mails that wait without a pending one: the queue was emptied, or a process was
 * killed at every attempt. Returns how many it enqueued. For the recurring job `requeue-lost-mails`.
 */
export async function requeueLostMails(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) filter (where enqueue_mail(m.id, p_if_lost => true))::integer as count
     from mail m
     where ${unsentMailSql}
       and m.created_at < now() - interval '10 minutes' and m.attempts < $1`,
    [MAX_SEND_ATTEMPTS],
  );
  return rows[0]?.count ?? 0;
}
