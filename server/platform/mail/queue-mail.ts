import type { Pool, QueryConfig } from 'pg';
import type { Language } from '#contract/language.ts';

/** A mail to be sent; `facts` are ids, never tokens (api.md, Conventions). */
export interface QueuedMail {
  kind: string;
  recipient: string;
  language: Language;
  facts: Record<string, number | string>;
  /** One mail per event: a second one with the same key is ignored. */
  eventKey: string;
  /** Sent before all other waiting jobs. */
  isUrgent?: boolean;
}

/** Anything that runs one statement: a pool, or a client inside a transaction. */
export interface MailQueue {
  query(statement: QueryConfig): Promise<unknown>;
}

/**
 * Writes a mail into the outbox together with the job that sends it; in a transaction, both appear with its commit. It
 * is sent at least once, with a stable Message-ID (clarifications.md, Selling).
 */
export async function queueMail(client: MailQueue, mail: QueuedMail): Promise<void> {
  await client.query({
    name: 'queue_mail',
    text: `with written as (
       insert into mail (kind, recipient, language, facts, event_key) values ($1, $2, $3, $4, $5)
       on conflict (event_key) do nothing returning id
     )
     select graphile_worker.add_job('send-mail', json_build_object('mailId', id),
       job_key => 'mail-' || id, max_attempts => 25, priority => $6) from written`,
    values: [
      mail.kind,
      mail.recipient,
      mail.language,
      JSON.stringify(mail.facts),
      mail.eventKey,
      mail.isUrgent === true ? -1 : 0,
    ],
  });
}

/**
 * Queues a copy of a mail with its own Message-ID, to the given address or the original one. Returns its id; null if
 * there is no such mail. For `npm run office -- resend`.
 */
export async function resendMail(
  pool: Pool,
  mailId: number,
  recipient?: string,
): Promise<number | null> {
  const { rows } = await pool.query<{ id: number }>(
    `with copied as (
       insert into mail (kind, recipient, language, facts, event_key)
       select kind, coalesce($2, recipient), language, facts, 'resend-' || id || '-' || gen_random_uuid()
       from mail where id = $1 returning id
     )
     select id, graphile_worker.add_job('send-mail', json_build_object('mailId', id),
       job_key => 'mail-' || id, max_attempts => 25) is not null as queued from copied`,
    [mailId, recipient ?? null],
  );
  return rows[0]?.id ?? null;
}

/**
 * Queues the jobs of mails that wait without one (an emptied queue, a process killed at every attempt). Returns how
 * many. The recurring job `requeue-lost-mails`.
 */
export async function requeueLostMails(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `select graphile_worker.add_job('send-mail', json_build_object('mailId', m.id),
       job_key => 'mail-' || m.id, max_attempts => 25)
     from mail m
     where m.sent_at is null and m.bounced_at is null and m.dropped_at is null
       and m.created_at < now() - interval '10 minutes' and m.attempts < 25
       and not exists (
         select from graphile_worker.jobs j
         where j.key = 'mail-' || m.id and (j.attempts < j.max_attempts or j.locked_at is not null))`,
  );
  return rowCount ?? 0;
}
