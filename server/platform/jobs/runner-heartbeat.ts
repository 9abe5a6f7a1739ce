import type { Pool } from 'pg';
import type { Logger } from '../log.ts';

/** In ms: how often a process says that it lives, and how long its silence may last. */
const HEARTBEAT_MS = 2_000;
const MAX_SILENCE_MS = 15_000;
/** A process judges others only after so many beats without a gap: after a pause of the database, or of
 * the whole machine, everybody gets time to be heard first. */
const BEATS_BEFORE_UNLOCK = 5;

/** This process's entry in the table of those that take jobs. */
export interface RunnerHeartbeat {
  /** Takes the entry away: the process holds no jobs any more. */
  stop(): Promise<void>;
}

/** Announces a process by the id under which it locks jobs, and frees the jobs of processes that died. */
export function startHeartbeat(pool: Pool, id: string, log: Logger): RunnerHeartbeat {
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
      beats++;
      if (beats % BEATS_BEFORE_UNLOCK === 0) await unlockJobsOfDeadRunners(pool, log);
    } catch (error) {
      beats = 0;
      log.warn({ err: error }, 'The job queue could not be told that this process lives');
    }
  }

  beating = beat();
  const timer = setInterval(() => {
    // one after the other, so that none comes after `leave`
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
 * Frees the jobs locked by processes that have been silent for 15 s; they run again, elsewhere. A job may
 * so be run twice (its process was only slow): every task is idempotent.
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
    log.warn(`Jobs of ${dead.length} process(es) that died were freed.`);
  }
  await pool.query(`delete from job_worker where seen_at < clock_timestamp() - interval '1 hour'`);
}

/**
 * Frees every job, without waiting. Only for the moment when no process can be at work: just after the
 * embedded PostgreSQL has been started, which dies with its owner.
 */
export async function unlockAllJobs(pool: Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(
       array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))`,
  );
  await pool.query('delete from job_worker');
}
