// Takes one job and never finishes it; the tests of the job queue kill it.
// Arguments: the database's connection as JSON. Prints `holding <payload>`.
import { type Connection, openPool } from '#server/platform/database/open-pool.ts';
import { startJobRunner } from '#server/platform/jobs/job-runner.ts';
import { createLog } from '#server/platform/log.ts';

const log = createLog({ level: 'error', isReadable: true });
const pool = openPool(JSON.parse(process.argv[2] ?? '') as Connection, log);
await startJobRunner({
  pool,
  log,
  tasks: {
    remember(payload) {
      console.log(`holding ${JSON.stringify(payload)}`);
      return new Promise(() => undefined);
    },
  },
});
