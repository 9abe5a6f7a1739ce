import type { Pool } from 'pg';
import { berlinTime, berlinDate } from '#contract/berlin-time.ts';
import type { RecurringJob, Task } from '../platform/jobs/job-runner.ts';

/** Time in Europe/Berlin (product.md 12). */
const sendingTime = '08:00';

/**
 * Schedules are in UTC: 8:00 in Berlin is 6:00 in summer and 7:00 in winter. A shop that was down at that time
 * catches up for six hours; later the programme of the day is no longer news.
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
 * Queues the day's programme for every confirmed subscriber who chose it, if the day has a concert. One mail per day
 * and subscriber, however often it runs. Does nothing in the job's other hour or when the day is over. Returns how
 * many mails it queued.
 */
export async function sendDailyProgramme(
  pool: Pool,
  scheduledFor: Date,
  now: Date,
): Promise<number> {
  const day = berlinDate(scheduledFor);
  if (berlinTime(scheduledFor) !== sendingTime || berlinDate(now) !== day) return 0;
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
