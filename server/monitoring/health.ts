import { createHash, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { readArchiveStatus } from '../backup/archive/archive-runs.ts';
import { countViolations } from '../invariants.ts';
import { inTransaction } from '../platform/database/database.ts';
import { isLocalRequest } from '../platform/client-address.ts';
import type { ApiApp } from '../operations/define-api.ts';
import { toArchiveDto, VIOLATIONS_TTL_MS, type Metrics } from './metrics.ts';
import { Problem } from '../platform/problem.ts';
import { memoizeFor } from '../platform/memoize.ts';

export interface HealthDeps {
  pool: Pool;
  metrics: Metrics;
  /** METRICS_TOKEN: allows reading /metrics from anywhere; without it, from this machine only. */
  metricsToken: string | undefined;
  publicUrl: () => string;
  /** Whether this process is about to stop. */
  isStopping: () => boolean;
}

/** Mounts /healthz, /readyz and /metrics for operators (api.md, Operations). */
export function mountHealth(app: ApiApp, deps: HealthDeps): void {
  const violations = memoizeFor(VIOLATIONS_TTL_MS, () => countViolations(deps.pool));
  const archive = memoizeFor(ARCHIVE_TTL_MS, () => readArchiveStatus(deps.pool));
  const writing = memoizeFor(DISK_CHECK_TTL_MS, () => writeToDisk(deps.pool));
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, NO_STORE));

  app.get('/readyz', async (c) => {
    if (deps.isStopping()) throw new Problem('unavailable', { retryAfter: 5 });
    const ready = [deps.pool.query('select 1 from graphile_worker.jobs limit 1'), writing()];
    await Promise.all(ready).catch((cause: unknown) => {
      throw new Problem('unavailable', { retryAfter: 2, cause });
    });
    const [counts, status] = await Promise.all([violations(), archive()]);
    // a failing archive does not make the shop unready
    const archived = status && { archive: toArchiveDto(status) };
    return c.json({ status: 'ready', ...counts, ...archived }, 200, NO_STORE);
  });

  app.get('/metrics', async (c) => {
    const { headers } = c.req.raw;
    const token = c.get('request').token;
    const hasToken =
      token !== null && deps.metricsToken !== undefined && sameText(token, deps.metricsToken);
    if (!hasToken && !isLocalRequest(c.env?.peer ?? '', headers, deps.publicUrl())) {
      throw new Problem('forbidden');
    }
    return c.text(await deps.metrics.read(), 200, {
      'content-type': deps.metrics.contentType,
      ...NO_STORE,
    });
  });
}

const ARCHIVE_TTL_MS = 5_000;
/** A full disk is noticed within five times this (memoize.ts). */
const DISK_CHECK_TTL_MS = 1_000;
const NO_STORE = { 'cache-control': 'no-store' };

/**
 * Lets PostgreSQL write some 300 kB where it keeps its data, and fails when that disk is full: rows that exceed the
 * memory of a query go to a temporary file. Says nothing about a separate disk for the write-ahead log or for the
 * shop's files.
 */
async function writeToDisk(pool: Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(`set local work_mem = '64kB'`);
    await client.query('select count(*) from generate_series(1, 20000)');
  });
}

/** Compares in constant time. */
function sameText(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(left as Buffer, right as Buffer);
}
