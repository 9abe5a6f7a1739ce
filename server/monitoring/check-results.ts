import type { Pool } from 'pg';
import type { ViolationCounts } from '../invariants.ts';
import type { ProxyFault } from '../platform/client-address.ts';
import type { Logger } from '../platform/log.ts';

/** The last result of a comparison that must find nothing. */
export interface CheckResult {
  name: string;
  checkedAt: Date;
  violations: number;
  /** Null without violations. */
  violatedSince: Date | null;
}

/** Stores what comparisons found, and since when they find something (office.md 4.4). */
export async function saveCheckResults(pool: Pool, results: Record<string, number>): Promise<void> {
  await pool.query(
    `insert into check_result as r (name, checked_at, violations, violated_since)
     select name, now(), violations, case when violations > 0 then now() end
     from unnest($1::text[], $2::integer[]) as found (name, violations) order by name
     on conflict (name) do update set checked_at = excluded.checked_at, violations = excluded.violations,
       violated_since = case when excluded.violations > 0
         then coalesce(r.violated_since, excluded.violated_since) end`,
    [Object.keys(results), Object.values(results)],
  );
}

/** Stores the two numbers that must be 0 (api.md, Operations). */
export async function saveViolationCounts(pool: Pool, counts: ViolationCounts): Promise<void> {
  const { paid_without_ticket_or_refund, tickets_without_payment } = counts;
  await saveCheckResults(pool, { paid_without_ticket_or_refund, tickets_without_payment });
}

/** The results stored so far, by name. */
export async function readCheckResults(pool: Pool): Promise<Map<string, CheckResult>> {
  const { rows } = await pool.query<CheckResult>(
    `select name, checked_at as "checkedAt", violations, violated_since as "violatedSince" from check_result`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

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
