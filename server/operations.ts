import type { Pool } from 'pg';
import type { ApiApp } from './platform/http/mount.ts';
import type { Metrics } from './metrics.ts';
import { countDifferences } from './payment/reconcile.ts';

export interface OperationParts {
  pool: Pool;
  metrics: Metrics;
  /** METRICS_TOKEN; undefined: /metrics answers on loopback only. */
  metricsToken: string | undefined;
  /** Whether this process is about to stop. */
  isStopping: () => boolean;
}

/** For those who run the shop (api.md, Operations). */
export function mountOperations(app: ApiApp, parts: OperationParts): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }));

  app.get('/readyz', async (c) => {
    if (parts.isStopping()) return c.json({ status: 'stopping' }, 503, { 'retry-after': '5' });
    try {
      await parts.pool.query('select 1 from graphile_worker.jobs limit 1');
      return c.json({ status: 'ready', ...(await countDifferences(parts)) });
    } catch {
      return c.json({ status: 'database or job queue does not answer' }, 503, {
        'retry-after': '2',
      });
    }
  });

  app.get('/metrics', async (c) => {
    const { headers } = c.req.raw;
    const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip'].some((name) =>
      headers.has(name),
    );
    const peer = (c.env?.peer ?? '').replace(/^::ffff:/, '');
    const isLocal = !isForwarded && (peer === '::1' || peer.startsWith('127.'));
    const isNamed =
      parts.metricsToken !== undefined &&
      headers.get('authorization') === `Bearer ${parts.metricsToken}`;
    if (!(parts.metricsToken === undefined ? isLocal : isNamed)) {
      return c.text('not for you', 403);
    }
    return c.text(await parts.metrics.read(), 200, { 'content-type': parts.metrics.contentType });
  });
}
