import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, testLog } from '#test/database.ts';
import { openPool } from '../platform/database/open-pool.ts';
import { createEdge } from '../edge/app.ts';
import { createLog } from '../platform/log.ts';
import { mountHealth } from './health.ts';
import { createMetrics } from './metrics.ts';

const { pool, connection } = await createTestDatabase();
const silent = createLog({ level: 'silent', isReadable: false });

/** The status of /readyz of a process that starts now. */
async function readiness(): Promise<number> {
  const own = openPool(connection, testLog, { max: 2 });
  onTestFinished(() => own.end());
  const publicUrl = () => 'https://festival.example';
  const app = createEdge({
    env: { defaultLanguage: 'en', siteOrigins: [] },
    log: silent,
    publicUrl,
    addressOf: (peer) => peer,
  });
  const metrics = createMetrics(own);
  mountHealth(app, {
    pool: own,
    metrics,
    metricsToken: undefined,
    publicUrl,
    isStopping: () => false,
  });
  return (await app.request('/readyz', {}, { peer: '127.0.0.1' })).status;
}

test('/readyz says 503 while PostgreSQL cannot write to its disk', async () => {
  expect(await readiness()).toBe(200);
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const database = rows[0]?.name ?? '';
  // a full disk for files of queries: the write fails, everything in memory works
  await pool.query(`alter database ${database} set temp_file_limit = 0`);
  expect(await readiness()).toBe(503);
  await pool.query(`alter database ${database} reset temp_file_limit`);
  expect(await readiness()).toBe(200);
});
