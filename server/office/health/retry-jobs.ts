import { z } from 'zod';
import { healthTexts } from '#messages/office/health.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { text } from '../../operations/entries.ts';
import { defineChange } from '../../operations/define.ts';
import { conflict } from '../../platform/problem.ts';

/** `job:retry`: the jobs of one kind that failed or wait for their next attempt run now. 409 without any. */
export const retryJobs = defineChange({
  may: adminAndOffice,
  input: z.object({ task: text(100) }),
  async run({ client }, { task }) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*) as count from graphile_worker.reschedule_jobs(array(
         select id from graphile_worker.jobs
         where task_identifier = $1 and locked_at is null and attempts > 0
       ), run_at => now(), attempts => 0)`,
      [task],
    );
    const jobs = rows[0]?.count ?? 0;
    if (jobs === 0) throw conflict(healthTexts.nothingToRetry);
    return {
      output: { jobs },
      audit: { thing: { kind: 'job', id: task, name: task }, after: { jobs } },
    };
  },
});
