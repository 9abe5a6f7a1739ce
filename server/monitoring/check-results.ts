import type { Pool } from 'pg';
import type { ViolationCounts } from '../invariants.ts';

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
