import { readCheckResults } from '../../monitoring/check-results.ts';
import { PROXY_CHECK } from '../../monitoring/proxy-faults.ts';
import { type HealthCheck, timeOf } from './health-check.ts';

/** Faults are stored every 10 minutes while they go on. */
const MAX_FAULT_AGE_MS = 60 * 60_000;

/** Whether visitors can be told apart: TRUSTED_PROXY fits the proxy in front of the shop. */
export const checkProxy: HealthCheck = async ({ pool, env }) => {
  const seenAt = (await readCheckResults(pool)).get(PROXY_CHECK)?.checkedAt ?? null;
  return {
    key: 'proxy',
    isHealthy: seenAt === null || Date.now() - seenAt.getTime() > MAX_FAULT_AGE_MS,
    values: { networks: env.trustedProxies.join(', '), seenAt: timeOf(seenAt) },
  };
};
