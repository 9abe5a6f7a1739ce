import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestDatabase, testLog } from '#test/database.ts';
import { runProcess } from '#test/run-process.ts';
import {
  listJobBacklog,
  unlockJobsOfDeadRunners,
  startJobRunner,
  type JobPayload,
  type JobRunner,
} from './job-runner.ts';
import { createLog } from '../log.ts';

const database = await createTestDatabase();
const { pool } = database;
const quiet = createLog({ level: 'silent', isReadable: false });

async function addJob(task: string, payload: JobPayload = {}, maxAttempts = 25): Promise<void> {
  await pool.query('select graphile_worker.add_job($1, $2, max_attempts => $3)', [
    task,
    JSON.stringify(payload),
    maxAttempts,
  ]);
}

/** A promise and the function that resolves it. */
function signal<T = void>(): { given: Promise<T>; give: (value: T) => void } {
  const { promise, resolve } = Promise.withResolvers<T>();
  return { given: promise, give: resolve };
}

let jobs: JobRunner | undefined;
afterEach(async () => {
  await jobs?.stop();
  jobs = undefined;
  await pool.query('truncate job_worker');
  await pool.query('delete from graphile_worker._private_jobs');
});

describe('jobs', () => {
  it('runs a job with its payload, once', async () => {
    const seen = signal<JobPayload>();
    let runs = 0;
    const task = (payload: JobPayload) => {
      runs++;
      seen.give(payload);
      return Promise.resolve();
    };
    jobs = await startJobRunner({ pool, log: testLog, tasks: { remember: task } });
    await addJob('remember', { orderId: 7 });
    expect(await seen.given).toEqual({ orderId: 7 });
    await jobs.stop();
    jobs = undefined;
    expect(runs).toBe(1);
    expect(await listJobBacklog(pool)).toEqual([]);
  });

  it('finds jobs by polling, without announcements', async () => {
    const seen = signal<JobPayload>();
    const task = (payload: JobPayload) => Promise.resolve(seen.give(payload));
    const tasks = { remember: task };
    jobs = await startJobRunner({ pool, log: testLog, tasks });
    await vi.waitFor(async () => {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity
         where datname = current_database() and query = 'unlisten "jobs:insert"'`,
      );
      expect(rowCount).toBe(1);
    });
    await addJob('remember', { orderId: 8 });
    expect(await seen.given).toEqual({ orderId: 8 });
  });

  it('stores a failed job for its next attempt', async () => {
    const failed = signal();
    const task = () => {
      failed.give();
      return Promise.reject(new Error('no luck'));
    };
    jobs = await startJobRunner({ pool, log: quiet, tasks: { remember: task } });
    await addJob('remember');
    await failed.given;
    await jobs.stop();
    jobs = undefined;
    const { rows } = await pool.query(
      'select attempts, last_error, locked_at, run_at > created_at as later from graphile_worker.jobs',
    );
    expect(rows).toEqual([{ attempts: 1, last_error: 'no luck', locked_at: null, later: true }]);
  });

  it('takes jobs again after the results of several could not be written', async () => {
    await pool.query(
      `create function refuse_result() returns trigger language plpgsql as
       $$ begin raise exception 'the disk is full'; end $$;
       create trigger refuse_result before update on graphile_worker._private_jobs
       for each row when (new.last_error is not null) execute function refuse_result()`,
    );
    onTestFinished(async () => void (await pool.query('drop function refuse_result cascade')));
    const [allBegun, seen] = [signal(), signal<JobPayload>()];
    const unwritten = [signal(), signal(), signal(), signal()];
    let [begun, refused] = [0, 0];
    const log = createLog({ level: 'silent', isReadable: false });
    const warnings: unknown[] = [];
    log.warn = (first: unknown) => {
      warnings.push(first);
      // later: the queue is still counting
      if (String(first).includes('Failed to fail jobs'))
        setImmediate(() => unwritten[refused++]?.give());
    };
    const tasks = {
      // one after the other: failures at the same time are written together
      break: async ({ n }: JobPayload) => {
        if (++begun === unwritten.length) allBegun.give();
        await allBegun.given;
        await unwritten[Number(n) - 1]?.given;
        throw new Error('no connection');
      },
      remember: (payload: JobPayload) => Promise.resolve(seen.give(payload)),
    };
    for (const n of unwritten.keys()) await addJob('break', { n });
    jobs = await startJobRunner({ pool, log, tasks, concurrency: unwritten.length });
    await unwritten.at(-1)?.given;
    await addJob('remember', { n: 4 });
    expect(await seen.given).toEqual({ n: 4 });
    expect(warnings).toContain('The job queue stopped; restarting it');
  }, 60_000);

  it('counts a job whose last attempt failed', async () => {
    const last = signal<boolean>();
    const task = (_: JobPayload, { isLastAttempt }: { isLastAttempt: boolean }) => {
      last.give(isLastAttempt);
      return Promise.reject(new Error('no luck'));
    };
    jobs = await startJobRunner({ pool, log: quiet, tasks: { remember: task } });
    await addJob('remember', {}, 1);
    expect(await last.given).toBe(true);
    await jobs.stop();
    jobs = undefined;
    expect(await listJobBacklog(pool)).toMatchObject([{ failed: 1, due: 0 }]);
  });

  it('finishes the jobs in progress before it stops, and leaves the others', async () => {
    const begun = signal();
    const free = signal();
    const done: unknown[] = [];
    const task = async (payload: JobPayload) => {
      begun.give();
      await free.given;
      done.push(payload.n);
    };
    jobs = await startJobRunner({ pool, log: testLog, tasks: { remember: task }, concurrency: 1 });
    await addJob('remember', { n: 1 });
    await addJob('remember', { n: 2 });
    await begun.given;
    const stopped = jobs.stop();
    jobs = undefined;
    expect(await listJobBacklog(pool)).toMatchObject([{ running: 1, due: 1 }]);
    free.give();
    await stopped;
    expect(done).toEqual([1]);
    expect(await listJobBacklog(pool)).toMatchObject([{ running: 0, due: 1 }]);
    expect((await pool.query('select from job_worker')).rowCount).toBe(0);
  });

  it('unlocks the jobs of a process that was killed, not those of a running one', async () => {
    const other = runProcess(process.execPath, [
      'test/job-program.ts',
      JSON.stringify(database.connection),
    ]);
    await addJob('remember', { n: 3 });
    await other.printed(/holding/);
    await unlockJobsOfDeadRunners(pool, quiet);
    expect(await listJobBacklog(pool)).toMatchObject([{ running: 1 }]);

    other.child.kill('SIGKILL');
    await other.ended;
    await pool.query(`update job_worker set seen_at = seen_at - interval '1 minute'`);
    await unlockJobsOfDeadRunners(pool, quiet);
    const seen = signal<JobPayload>();
    const task = (payload: JobPayload) => Promise.resolve(seen.give(payload));
    jobs = await startJobRunner({ pool, log: testLog, tasks: { remember: task } });
    expect(await seen.given).toEqual({ n: 3 });
  });

  it('runs a missed recurring job late, with its scheduled time', async () => {
    const seen = signal<JobPayload>();
    const tasks = {
      'look-around': (payload: JobPayload) => Promise.resolve(seen.give(payload)),
    };
    const recurring = [{ task: 'look-around', cron: '0 * * * *', catchUp: 90 }];
    // the queue runs only missed jobs that it already knew
    jobs = await startJobRunner({ pool, log: testLog, tasks, recurring });
    await jobs.stop();
    await pool.query(
      `insert into graphile_worker._private_known_crontabs values ('look-around', now() - interval '3 hours', null)
       on conflict (identifier) do update set known_since = excluded.known_since, last_execution = null`,
    );
    jobs = await startJobRunner({ pool, log: testLog, tasks, recurring });
    const { scheduledFor } = await seen.given;
    const moment = new Date(String(scheduledFor));
    expect(moment.getUTCMinutes()).toBe(0);
    expect(Date.now() - moment.getTime()).toBeLessThan(90 * 60_000);
  });

  it('runs a recurring job once, with two processes and after a restart', async () => {
    const turns: string[] = [];
    let witness = signal();
    const tasks = {
      'look-around': ({ scheduledFor }: JobPayload) =>
        Promise.resolve(void turns.push(String(scheduledFor))),
      witness: () => Promise.resolve(witness.give()),
    };
    const hourly = (task: string) => ({ task, cron: '0 * * * *', catchUp: 60 });
    const start = (...recurring: ReturnType<typeof hourly>[]) =>
      startJobRunner({ pool, log: testLog, tasks, recurring });
    const owe = async (task: string) => {
      await pool.query(
        `insert into graphile_worker._private_known_crontabs values ($1, now() - interval '3 hours', null)
         on conflict (identifier) do update set known_since = excluded.known_since, last_execution = null`,
        [task],
      );
    };
    await owe('look-around');
    await owe('witness');
    const both = await Promise.all(
      [1, 2].map(() => start(hourly('look-around'), hourly('witness'))),
    );
    await witness.given;
    await Promise.all(both.map((each) => each.stop()));

    // when the witness runs again, the queue has handled all missed runs
    witness = signal();
    await owe('witness');
    jobs = await start(hourly('look-around'), hourly('witness'));
    await witness.given;
    await jobs.stop();
    jobs = undefined;
    expect(new Set(turns).size).toBe(turns.length);
    expect(turns.length).toBeGreaterThan(0);
    // two only if an hour has just started
    expect(turns.length).toBeLessThanOrEqual(2);
    expect(await listJobBacklog(pool)).toEqual([]);
  });
});
