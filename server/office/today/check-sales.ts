import type { Pool } from 'pg';
import { salesAreCounted } from '../../invariants.ts';
import { saveCheckResults } from '../../monitoring/check-results.ts';
import type { RecurringJob } from '../../platform/jobs/job-runner.ts';
import type { Logger } from '../../platform/log.ts';

/** The name of this comparison among the stored results. */
export const SALES_CHECK = 'sales_day';

/** Runs at night, while few people buy: it reads all tickets. */
export const checkSalesJob: RecurringJob = {
  task: 'check-sales',
  cron: '29 2 * * *',
  catchUp: 24 * 60,
};

/** Compares the stored sales totals with the tickets, and reports differences (office.md 13.2). */
export async function checkSales(pool: Pool, log: Logger): Promise<void> {
  const { rows } = await pool.query<{ sentence: string }>(
    `select v.sentence from (${salesAreCounted.sql}) v (sentence)`,
  );
  await saveCheckResults(pool, { [SALES_CHECK]: rows.length });
  for (const { sentence } of rows.slice(0, 10)) log.error(sentence);
}
