import type { Pool } from 'pg';
import type { ProxyFault } from '../platform/http/client-address.ts';
import type { Logger } from '../platform/log.ts';
import { saveCheckResults } from './check-results.ts';

/** The name under which check_result shows requests of a proxy that does not fit; never with 0 violations. */
export const PROXY_CHECK = 'requests_of_unfit_proxy';

/** How often a process stores that such requests go on. */
const STORE_EVERY_MS = 10 * 60_000;

const texts: Record<ProxyFault, string> = {
  untrusted:
    'A request with X-Forwarded-For came from a peer that TRUSTED_PROXY does not name; if that is your proxy, all visitors count as one',
  unreadable:
    'A proxy of TRUSTED_PROXY forwarded an address that cannot be read; the visitors of such requests count as one',
};

/** Reports each fault of the proxy: to the log once for each process, and to the page Health (office.md 4.5). */
export function createProxyFaultReport(pool: Pool, log: Logger): (fault: ProxyFault) => void {
  const logged = new Set<ProxyFault>();
  let storedAt = -Infinity;
  return (fault) => {
    if (!logged.has(fault)) log.error(texts[fault]);
    logged.add(fault);
    if (performance.now() - storedAt < STORE_EVERY_MS) return;
    storedAt = performance.now();
    saveCheckResults(pool, { [PROXY_CHECK]: 1 }).catch((err: unknown) =>
      log.warn({ err }, 'Could not store that the proxy does not fit'),
    );
  };
}
