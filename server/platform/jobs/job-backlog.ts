import type { Pool } from 'pg';

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
