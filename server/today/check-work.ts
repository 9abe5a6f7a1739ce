import { toBerlinIso } from '#contract/berlin-time.ts';
import type { HealthItem } from '#contract/office/today-queries.ts';
import type { Deps } from '../deps.ts';
import { listJobBacklog } from '../platform/jobs/job-backlog.ts';
import { MAX_SILENCE_MS } from '../platform/jobs/runner-heartbeat.ts';
import { unsentMailSql } from '../platform/mail/queue-mail.ts';

/** Judges one part of the shop; null if this shop has no such part (office.md 4.5). */
export type HealthCheck = (deps: Deps) => Promise<HealthItem | null>;

/** A moment as a value of a HealthItem; '' for one that never came. */
export const timeOf = (moment: Date | null | undefined): string =>
  moment === null || moment === undefined ? '' : toBerlinIso(moment);

/** A process runs three queues: documents, mails, and all other jobs. */
const PROCESS_QUEUE_COUNT = 3;
/** A due job that waits longer is late (office.md 4.4). */
const MAX_WAIT_SECONDS = 600;

/** SQL for a mail that fails: an attempt failed, and it has waited for more than 15 minutes (office.md 4.4). */
export const failingMailSql = `${unsentMailSql}
  and last_error is not null and created_at < now() - interval '15 minutes'`;

/** How many processes are running. */
export const checkProcesses: HealthCheck = async ({ pool }) => {
  const { rows } = await pool.query<{ queues: number }>(
    `select count(*) as queues from job_worker
     where seen_at > clock_timestamp() - make_interval(secs => ${MAX_SILENCE_MS / 1000})`,
  );
  const running = Math.ceil((rows[0]?.queues ?? 0) / PROCESS_QUEUE_COUNT);
  return { key: 'processes', isHealthy: running > 0, values: { running } };
};

/** Whether jobs wait too long or have failed. */
export const checkJobs: HealthCheck = async ({ pool }) => {
  const backlog = await listJobBacklog(pool);
  const sum = (name: 'due' | 'retrying' | 'failed') =>
    backlog.reduce((total, kind) => total + kind[name], 0);
  const waiting = sum('due') + sum('retrying');
  const failed = sum('failed');
  const isLate = backlog.some(({ oldestSeconds }) => oldestSeconds > MAX_WAIT_SECONDS);
  return { key: 'jobs', isHealthy: failed === 0 && !isLate, values: { waiting, failed } };
};

/** Whether mails go out, and when the last one did. */
export const checkMails: HealthCheck = async ({ pool }) => {
  const { rows } = await pool.query<{ waiting: number; failing: number; last: Date | null }>(
    `select count(*) as waiting,
       count(*) filter (where ${failingMailSql}) as failing,
       (select sent_at from mail where sent_at is not null order by id desc limit 1) as last
     from mail where ${unsentMailSql}`,
  );
  const { waiting = 0, failing = 0, last = null } = rows[0] ?? {};
  const lastSentAt = last === null ? '' : toBerlinIso(last);
  return { key: 'mails', isHealthy: failing === 0, values: { waiting, failing, lastSentAt } };
};
