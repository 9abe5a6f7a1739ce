import type { HealthReport } from '#contract/office/today-queries.ts';
import { listJobBacklog } from '../../platform/jobs/job-backlog.ts';
import { checkArchive, checkVerification } from './check-archive.ts';
import { checkComparison, checkProvider, checkSums } from './check-payments.ts';
import {
  checkClocks,
  checkPostgres,
  checkDisk,
  checkProxy,
  checkVersion,
} from './check-machine.ts';
import { checkJobs, checkMails, checkProcesses } from './check-work.ts';
import type { HealthCheck } from './health-check.ts';
import type { Deps } from '../../deps.ts';

/** Every part in the order of the page; one more is one more line here and its texts (messages/office/health.ts). */
const checks: HealthCheck[] = [
  checkPostgres,
  checkProcesses,
  checkJobs,
  checkMails,
  checkProxy,
  checkProvider,
  checkComparison,
  checkSums,
  checkDisk,
  checkArchive,
  checkVerification,
  checkVersion,
  checkClocks,
];

/** Data for the page Health (office.md 4.5). */
export async function readHealth(deps: Deps): Promise<HealthReport> {
  const [found, backlog] = await Promise.all([
    Promise.all(checks.map((check) => check(deps))),
    listJobBacklog(deps.pool),
  ]);
  // a job planned for later counts nowhere
  const counted = backlog.filter(
    (kind) => kind.due + kind.running + kind.retrying + kind.failed > 0,
  );
  const jobs = (counted.length > 0 ? counted : backlog).map(
    ({ task, due, running, retrying, failed }) => ({
      task,
      waiting: due,
      running,
      retrying,
      failed,
    }),
  );
  return { items: found.filter((item) => item !== null), jobs };
}
