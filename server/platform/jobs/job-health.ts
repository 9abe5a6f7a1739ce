import type { Pool } from 'pg';
import type { Logger } from '../log.ts';
import { createOutageLog } from '../process/run-periodically.ts';

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
export interface RunnerHeartbeat {
  /** Removes the entry: the process holds no more jobs. */
  stop(): Promise<void>;
}

/** Writes heartbeats under the id with which this process locks jobs, and unlocks jobs of dead processes. */
export function startHeartbeat(pool: Pool, id: string, log: Logger): RunnerHeartbeat {
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
