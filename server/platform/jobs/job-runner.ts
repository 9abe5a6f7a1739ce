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
import { type RunnerHeartbeat, startHeartbeat } from './runner-heartbeat.ts';
import type { Logger } from '../log.ts';

/**
 * Carries out one kind of job. It may run twice (a process died, or was slow), so doing it again must
 * change nothing. What it throws is retried with growing pauses, from seconds to hours, over about three days.
 */
export type Task = (
  payload: JobPayload,
  job: { attempt: number; lastAttempt: boolean; dueAt: Date },
) => Promise<void>;

/** What a job is about: ids, never tokens. Recurring jobs get `scheduledFor`, an ISO moment, as well. */
export type JobPayload = Record<string, unknown>;

/** A job that comes by itself. */
export interface RecurringJob {
  task: string;
  /** minute hour day month weekday, in UTC; for local times name all hours in question and let the task decide */
  cron: string;
  /** In minutes: how long ago a turn may be that was missed while nothing ran, and is made up for. */
  catchUp?: number;
}

/** The running job queue of this process. */
export interface JobRunner {
  /** Takes no more jobs and waits for those in hand. */
  stop(): Promise<void>;
}

export interface JobOptions {
  pool: Pool;
  log: Logger;
  tasks: Record<string, Task>;
  recurring?: RecurringJob[];
  /** Jobs at a time in this process. */
  concurrency?: number;
}

/** In ms: how often to look for jobs whose time has come; new ones are announced at once. */
const POLL_MS = 1_000;
/** In ms: a queue that failed altogether is started anew after this. */
const RESTART_DELAY_MS = 5_000;

/** Starts taking jobs; `migrate` has installed the queue. Any number of processes may do so. */
export async function startJobRunner(options: JobOptions): Promise<JobRunner> {
  const { log } = options;
  const cronItems = parseCronItems((options.recurring ?? []).map(toCronItem));
  const first = await startRunner(options, cronItems);
  let current: RunningQueue | null = first;
  const stopping = new AbortController();

  /** Lives as long as the process: a queue that failed altogether is started again. */
  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        current ??= await startRunner(options, cronItems);
        // stopped while it was being started again
        if (stopping.signal.aborted) await current.runner.stop();
        await current.runner.promise;
      } catch (error) {
        log.error({ err: error }, 'The job queue stopped; it is started again');
      }
      if (stopping.signal.aborted) return;
      await current?.worker.stop().catch(() => undefined);
      current = null;
      await delay(RESTART_DELAY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const running = keepRunning();
  return {
    async stop() {
      stopping.abort();
      // rejects when it had just stopped by itself
      await current?.runner.stop().catch(() => undefined);
      await running;
      await current?.worker.stop();
    },
  };
}

interface RunningQueue {
  runner: Runner;
  worker: RunnerHeartbeat;
}

async function startRunner(
  options: JobOptions,
  cronItems: ParsedCronItem[],
): Promise<RunningQueue> {
  const events: WorkerEvents = new EventEmitter();
  let worker: RunnerHeartbeat | undefined;
  events.on('pool:create', ({ workerPool }) => {
    worker = startHeartbeat(options.pool, workerPool.id, options.log);
  });
  reportFailures(events, options.log);
  const runner = await run(runnerOptions(options, events, cronItems));
  if (worker === undefined) throw new Error('the job queue gave no id to its workers');
  return { runner, worker };
}

function runnerOptions(options: JobOptions, events: WorkerEvents, cronItems: ParsedCronItem[]) {
  const taskList = Object.fromEntries(
    Object.entries(options.tasks).map(([name, task]) => [name, toQueueTask(task)]),
  );
  return {
    pgPool: options.pool,
    taskList,
    parsedCronItems: cronItems,
    concurrency: options.concurrency ?? 4,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    events,
    logger: queueLogger(options.log),
    // in batches the queue waits for "done" and "failed" to be written before it stops, and survives when
    // they cannot be; one by one it would do neither
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
      lastAttempt: job.attempts >= job.max_attempts,
      dueAt: job.run_at,
    });
  };
}

/** The queue tells a recurring job its time as `_cron.ts`. */
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
    const facts = { job: job.id, task: job.task_identifier, attempt: job.attempts, err: error };
    if (job.attempts >= job.max_attempts) log.error(facts, 'A job failed for good');
    else log.warn(facts, 'A job failed and will be tried again');
  });
}

/** The queue's own messages; failures of jobs are reported above. */
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    if (meta?.failure === true) return;
    if (level === 'error') log.warn(`Job queue: ${message}`);
    else log.debug(`Job queue: ${message}`);
  });
}
