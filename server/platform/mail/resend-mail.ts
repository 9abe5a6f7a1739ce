import type { Pool } from 'pg';

/**
 * Queues a copy of a mail, with a Message-ID of its own, to the given address or the first one's. Returns
 * its id; null if there is no such mail. For `npm run office -- resend`.
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
 * Gives mails that wait without a job theirs again (a queue that was emptied, a process killed at every
 * attempt); the recurring job `requeue-lost-mails`. Returns how many.
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
