import { statfs } from 'node:fs/promises';
import packageFile from '../../../package.json' with { type: 'json' };
import { MAX_CLOCK_SKEW_MS, readClock } from '../../platform/database/database.ts';
import { readCheckResults, PROXY_CHECK } from '../../monitoring/check-results.ts';
import { timeOf, type HealthCheck } from './health-check.ts';

/** Less free space than both, and writing may stop within days. */
const MIN_FREE_BYTES = 1024 ** 3;
const MIN_FREE_PERCENT = 5;

/** Whether PostgreSQL responds, how fast, and in which version. */
export const checkPostgres: HealthCheck = async ({ pool }) => {
  const startedAt = performance.now();
  const { rows } = await pool.query<{ version: string }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version`,
  );
  const milliseconds = Math.max(1, Math.round(performance.now() - startedAt));
  return {
    key: 'database',
    isHealthy: true,
    values: { milliseconds, version: rows[0]?.version ?? '' },
  };
};

/** Free space of the shop's folder, and the size of all data. */
export const checkDisk: HealthCheck = async ({ pool, env }) => {
  const [disk, { rows }] = await Promise.all([
    statfs(env.dataDir),
    pool.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes'),
  ]);
  const freeBytes = disk.bavail * disk.bsize;
  const totalBytes = disk.blocks * disk.bsize;
  const isHealthy = freeBytes >= MIN_FREE_BYTES && freeBytes * 100 >= totalBytes * MIN_FREE_PERCENT;
  return {
    key: 'disk',
    isHealthy,
    values: { freeBytes, totalBytes, dataBytes: rows[0]?.bytes ?? 0 },
  };
};

/** The versions of the program and of its tables. */
export const checkVersion: HealthCheck = async ({ pool }) => {
  const { rows } = await pool.query<{ name: string }>(
    'select name from migration.applied order by name desc limit 1',
  );
  const tables = rows[0]?.name.replace(/\.sql$/, '') ?? '';
  return { key: 'version', isHealthy: true, values: { version: packageFile.version, tables } };
};

/** How far this machine's clock and that of the database are apart. */
export const checkClocks: HealthCheck = async ({ pool }) => {
  const databaseNow = await readClock(pool);
  const skewMs = Math.abs(Date.now() - databaseNow.getTime());
  const seconds = Math.round(skewMs / 1000);
  return { key: 'clock', isHealthy: skewMs <= MAX_CLOCK_SKEW_MS, values: { seconds } };
};

/** Faults are stored every 10 minutes while they go on. */
const MAX_FAULT_AGE_MS = 60 * 60_000;

/** Whether TRUSTED_PROXY fits the proxy in front of the shop; otherwise all visitors count as one. */
export const checkProxy: HealthCheck = async ({ pool, env }) => {
  const seenAt = (await readCheckResults(pool)).get(PROXY_CHECK)?.checkedAt ?? null;
  return {
    key: 'proxy',
    isHealthy: seenAt === null || Date.now() - seenAt.getTime() > MAX_FAULT_AGE_MS,
    values: { networks: env.trustedProxies.join(', '), seenAt: timeOf(seenAt) },
  };
};
