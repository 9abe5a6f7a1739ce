import type { Pool } from 'pg';
import { berlinClock, berlinDate } from '#contract/berlin-time.ts';
import type { RecurringJob, Task } from '../platform/jobs/job-runner.ts';

/** Hour in Europe/Berlin (clarifications.md, Selling). */
const sendingHour = '08:00';

/**
 * The job queue's clock is UTC: 8:00 in Berlin is 6:00 there in summer and 7:00 in winter. Who was not running then
 * makes up for it until 14:00; after that the day's programme is no news any more.
 */
export const dailyProgrammeJob: RecurringJob = {
  task: 'send-daily-programme',
  cron: '0 6,7 * * *',
  catchUp: 6 * 60,
};

/** The task `send-daily-programme`. */
export function dailyProgrammeTask(pool: Pool): Task {
  return async (payload) => {
    await sendDailyProgramme(pool, new Date(String(payload.scheduledFor)), new Date());
  };
}

/**
 * Queues the day's programme for every confirmed subscriber who chose it, if there is a concert on that
 * day. One mail per day and subscriber, however often it runs. Does nothing at the other hour of the job,
 * or when the day is over. Returns how many mails were queued.
 */
export async function sendDailyProgramme(
  pool: Pool,
  scheduledFor: Date,
  now: Date,
): Promise<number> {
  const day = berlinDate(scheduledFor);
  if (berlinClock(scheduledFor) !== sendingHour || berlinDate(now) !== day) return 0;
  const { rowCount } = await pool.query(
    `with written as (
       insert into mail (kind, recipient, language, facts, event_key)
       select 'daily-programme', n.email, n.language,
         jsonb_build_object('day', $1::text, 'subscriptionId', n.id), 'daily-' || $1 || '-' || n.id
       from newsletter_subscription n
       where n.confirmed_at is not null and n.receive_news_email and n.concert_daily
         and exists (select from concert k where k.published_at is not null
           and (k.starts_at at time zone 'Europe/Berlin')::date = $1::date)
       on conflict (event_key) do nothing returning id
     )
     select enqueue_mail(id) from written`,
    [day],
  );
  return rowCount ?? 0;
}
