import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Logger as QueueLogger,
  parseCronItems,
  run,
  type ParsedCronItem,
  type Runner,
  type WorkerEvents,
} from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from '../log.ts';
import { createOutageLog } from '../process/run-periodically.ts';

/**
 * Runs one kind of job. It may run twice (a process died, or was slow), so a repetition must change nothing. If it
 * throws, the job is retried with growing delays, from seconds to hours, for about three days.
 */
export type Task = (
  payload: JobPayload,
  job: { attempt: number; isLastAttempt: boolean; dueAt: Date },
) => Promise<void>;

/** Ids, never tokens. Recurring jobs also get `scheduledFor`, an ISO 8601 time. */
export type JobPayload = Record<string, unknown>;

/** A job with a schedule. */
export interface RecurringJob {
  task: string;
  /** Minute, hour, day, month, weekday, in UTC; for local times name all possible hours and let the task decide. */
  cron: string;
  /** Minutes within which a run that was missed, because no process ran, is caught up. */
  catchUp?: number;
}

/** The running job queue of this process. */
export interface JobRunner {
  /** Takes no more jobs and waits for those in progress. */
  stop(): Promise<void>;
}

export interface JobOptions {
  pool: Pool;
  log: Logger;
  tasks: Record<string, Task>;
  recurring?: RecurringJob[];
  /** Jobs at a time; {@link MAX_JOBS} unless given. */
  concurrency?: number;
}

/** How many jobs a process runs at a time, and how many mails it sends in addition. */
export const MAX_JOBS = 4;
export const MAX_MAILS = 3;
/** How often to look for due jobs. */
const POLL_MS = 1_000;
/** Delay before a queue that failed as a whole is restarted. */
const RESTART_DELAY_MS = 5_000;
/** How long a queue whose workers have stopped may take to write their last results. */
const MAX_ENDING_MS = 5_000;

/** Starts taking jobs; `migrate` has installed the queue. Any number of processes may do so. */
export async function startJobRunner(options: JobOptions): Promise<JobRunner> {
  const { log } = options;
  const cronItems = parseCronItems((options.recurring ?? []).map(toCronItem));
  const first = await startRunner(options, cronItems);
  let current: RunningQueue | null = first;
  const stopping = new AbortController();

  /** Restarts a queue that failed as a whole, until the process stops. */
  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        current ??= await startRunner(options, cronItems);
        // stopped during the restart
        if (stopping.signal.aborted) await current.runner.stop();
        await waitUntilEnded(current);
        // the database did not respond for a moment: the log has said so
        if (!stopping.signal.aborted) log.warn('The job queue stopped; restarting it');
      } catch (error) {
        log.error({ err: error }, 'The job queue stopped; restarting it');
      }
      if (stopping.signal.aborted) return;
      await current?.heartbeat.stop().catch(() => undefined);
      current = null;
      await delay(RESTART_DELAY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const running = keepRunning();
  return {
    async stop() {
      stopping.abort();
      // rejects when it has already stopped by itself
      await current?.runner.stop().catch(() => undefined);
      await running;
      await current?.heartbeat.stop();
    },
  };
}

interface RunningQueue {
  runner: Runner;
  heartbeat: RunnerHeartbeat;
  /** Resolves when its workers have stopped, because it failed or is being stopped. */
  workersStopped: Promise<void>;
}

/**
 * Waits for the workers and then for the queue. A queue that could not write the results of two jobs never ends by
 * itself: it counts the second failure wrong. So it is abandoned, and its jobs are unlocked like those of the dead.
 */
async function waitUntilEnded({ runner, workersStopped }: RunningQueue): Promise<void> {
  const tooLong = workersStopped.then(() => delay(MAX_ENDING_MS, undefined, { ref: false }));
  await Promise.race([runner.promise, tooLong]);
  // otherwise its schedule would go on; rejects when it has stopped
  void runner.stop().catch(() => undefined);
}

function waitForWorkers(events: WorkerEvents, count: number): Promise<void> {
  let stopped = 0;
  return new Promise((resolve) => {
    events.on('worker:stop', () => {
      stopped++;
      if (stopped === count) resolve();
    });
  });
}

async function startRunner(
  options: JobOptions,
  cronItems: ParsedCronItem[],
): Promise<RunningQueue> {
  const events: WorkerEvents = new EventEmitter();
  let heartbeat: RunnerHeartbeat | undefined;
  events.on('pool:create', ({ workerPool }) => {
    heartbeat = startHeartbeat(options.pool, workerPool.id, options.log);
  });
  ignoreAnnouncements(events);
  reportFailures(events, options.log);
  const workersStopped = waitForWorkers(events, options.concurrency ?? MAX_JOBS);
  const runner = await run(runnerOptions(options, events, cronItems));
  if (heartbeat === undefined) throw new Error('the job queue gave no id to its workers');
  return { runner, heartbeat, workersStopped };
}

/**
 * Each announcement of any job would cost a look through the backlog of all tasks, which in a rush grows by thousands
 * (docs/measurements/rush.md). The queue has no option for this: it sends LISTEN right after the event, so UNLISTEN
 * follows it.
 */
function ignoreAnnouncements(events: WorkerEvents): void {
  events.on('pool:listen:success', ({ client }) => {
    queueMicrotask(() => void client.query('unlisten "jobs:insert"').catch(() => undefined));
  });
}

function runnerOptions(options: JobOptions, events: WorkerEvents, cronItems: ParsedCronItem[]) {
  const taskList = Object.fromEntries(
    Object.entries(options.tasks).map(([name, task]) => [name, toQueueTask(task)]),
  );
  return {
    pgPool: options.pool,
    taskList,
    parsedCronItems: cronItems,
    concurrency: options.concurrency ?? MAX_JOBS,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    events,
    logger: queueLogger(options.log),
    // in batches, the queue waits until "done" and "failed" are written before it stops, and survives when they
    // cannot be written; one by one it would do neither
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  };
}

interface QueuedJob {
  job: { attempts: number; max_attempts: number; run_at: Date };
}

function toQueueTask(task: Task) {
  return async (payload: unknown, { job }: QueuedJob): Promise<void> => {
    await task(withSchedule(payload), {
      attempt: job.attempts,
      isLastAttempt: job.attempts >= job.max_attempts,
      dueAt: job.run_at,
    });
  };
}

/** The queue passes the time of a recurring job as `_cron.ts`. */
function withSchedule(payload: unknown): JobPayload {
  const { _cron: cron, ...rest } = payload as JobPayload & { _cron?: { ts: string } };
  return cron === undefined ? rest : { ...rest, scheduledFor: cron.ts };
}

function toCronItem({ task, cron, catchUp }: RecurringJob) {
  return {
    task,
    match: cron,
    identifier: task,
    options: {
      backfillPeriod: (catchUp ?? 0) * 60_000,
      maxAttempts: 5,
    },
  };
}

function reportFailures(events: WorkerEvents, log: Logger): void {
  events.on('job:error', ({ job, error }) => {
    const fields = { jobId: job.id, task: job.task_identifier, attempt: job.attempts, err: error };
    if (job.attempts >= job.max_attempts) log.error(fields, 'A job failed for good');
    else log.warn(fields, 'A job failed and will be retried');
  });
}

/** Logs the queue's own messages; `reportFailures` logs failed jobs. */
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    if (meta?.failure === true) return;
    if (level === 'error') log.warn(`Job queue: ${message}`);
    else log.debug(`Job queue: ${message}`);
  });
}

/** The state of the job queue, for `/metrics`. */
export interface JobBacklog {
  task: string;
  /** Could run now. */
  due: number;
  running: number;
  /** Failed at least once and wait for their next attempt. */
  retrying: number;
  /** Failed for good. */
  failed: number;
  /** Seconds since the oldest due job could have run; 0 without one. */
  oldestSeconds: number;
}

/** Counts the jobs of each task; leaves out tasks without jobs. */
export async function listJobBacklog(pool: Pool): Promise<JobBacklog[]> {
  const { rows } = await pool.query<JobBacklog>(
    `select task_identifier as task,
       count(*) filter (where due)::int as due,
       count(*) filter (where locked_at is not null)::int as running,
       count(*) filter (where locked_at is null and not gone and run_at > now() and attempts > 0)::int as retrying,
       count(*) filter (where gone)::int as failed,
       coalesce(extract(epoch from now() - min(run_at) filter (where due)), 0)::float8 as "oldestSeconds"
     from (
       select *, locked_at is null and attempts >= max_attempts as gone,
         locked_at is null and attempts < max_attempts and run_at <= now() as due
       from graphile_worker.jobs
     ) j
     group by task_identifier order by task_identifier`,
  );
  return rows;
}

/** How often a process writes its heartbeat, and when others consider it dead. */
const HEARTBEAT_MS = 2_000;
/** Without a heartbeat for longer, a process is dead. */
export const MAX_SILENCE_MS = 15_000;
/** Unlock other runners' jobs only after this many heartbeats in a row, so that a pause of the database or the
 * machine does not make everyone look dead. */
const MIN_BEATS_BEFORE_UNLOCK = 5;

/** The entry of this process in the table of job runners. */
interface RunnerHeartbeat {
  /** Removes the entry: the process holds no more jobs. */
  stop(): Promise<void>;
}

/** Writes heartbeats under the id with which this process locks jobs, and unlocks jobs of dead processes. */
function startHeartbeat(pool: Pool, id: string, log: Logger): RunnerHeartbeat {
  const outage = createOutageLog(log, 'Could not write the heartbeat of the job runner');
  let beats = 0;
  let last = Date.now();
  let beating = Promise.resolve();

  async function beat(): Promise<void> {
    const gap = Date.now() - last;
    last = Date.now();
    if (gap > 2 * HEARTBEAT_MS) beats = 0;
    try {
      await pool.query(
        `insert into job_worker (id) values ($1)
         on conflict (id) do update set seen_at = clock_timestamp()`,
        [id],
      );
      outage.succeeded();
      beats++;
      if (beats % MIN_BEATS_BEFORE_UNLOCK === 0) await unlockJobsOfDeadRunners(pool, log);
    } catch (error) {
      beats = 0;
      outage.failed(error);
    }
  }

  beating = beat();
  const timer = setInterval(() => {
    // one after the other, so that none follows `stop`
    beating = beating.then(beat);
  }, HEARTBEAT_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await beating;
      await pool.query('delete from job_worker where id = $1', [id]);
    },
  };
}

/**
 * Unlocks the jobs of processes without a heartbeat for 15 s; they run again elsewhere. If such a process was only
 * slow, a job runs twice: every task is idempotent.
 */
export async function unlockJobsOfDeadRunners(pool: Pool, log: Logger): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select distinct j.locked_by as id from graphile_worker.jobs j
     left join job_worker w on w.id = j.locked_by
     where j.locked_by is not null
       and coalesce(w.seen_at, j.locked_at) < clock_timestamp() - $1 * interval '1 ms'`,
    [MAX_SILENCE_MS],
  );
  if (rows.length > 0) {
    const dead = rows.map((row) => row.id);
    await pool.query('select graphile_worker.force_unlock_workers($1)', [dead]);
    log.warn(`Released jobs of ${dead.length} dead ${dead.length === 1 ? 'process' : 'processes'}`);
  }
  await pool.query(`delete from job_worker where seen_at < clock_timestamp() - interval '1 hour'`);
}
