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
import { type RunnerHeartbeat, startHeartbeat } from './job-health.ts';
import type { Logger } from '../log.ts';

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
