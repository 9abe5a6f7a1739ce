import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { SaleDocument } from '#contract/office/concert-document.ts';
import { writeAuditEvent } from '../operations/audit-entry.ts';
import { inTransaction } from '../platform/database/database.ts';
import type { RecurringJob } from '../platform/jobs/job-runner.ts';
import { announceProgramme, lockProgramme } from '../programme/load-programme.ts';
import { listChanges } from '../programme/concert-versions.ts';
import { thingOf, toAuditValues, writeSwitch } from './change-concert.ts';
import { getConcert } from './stored-concert.ts';

/** Planned moments are whole minutes. */
export const plannedSalesJob: RecurringJob = { task: 'run-planned-sales', cron: '* * * * *' };

/** The shop itself, in history and audit log. */
const SHOP = { id: null, name: 'Shop', role: null };
/** A sale that starts or ends later than planned by this time is reported (office.md 5.1). */
const MAX_DELAY_MINUTES = 5;

interface DueRow {
  id: number;
  on_sale_from: Date | null;
  on_sale_until: Date | null;
}

const dueSql = `select id, on_sale_from, on_sale_until from concert
  where published_at is not null and least(on_sale_from, on_sale_until) <= now() order by id`;

/**
 * Starts and ends the sales whose planned moment has come, each once, also if several processes run it; a concert that
 * is not published waits. Returns how many.
 */
export async function runPlannedSales(pool: Pool): Promise<number> {
  // most minutes have none, and lock nothing
  const { rowCount } = await pool.query(dueSql);
  if (rowCount === 0) return 0;
  return await inTransaction(pool, async (client) => {
    await lockProgramme(client);
    const { rows } = await client.query<DueRow>(dueSql);
    for (const row of rows) {
      const { id } = row;
      const stored = await getConcert(client, id);
      const { document } = stored.version;
      if (document.sale === undefined) continue;
      const { sale, planned } = switchSale(document.sale, row);
      await writeSwitch(client, stored, sale, SHOP.name);
      const { before, after } = toAuditValues(listChanges(document, { ...document, sale }));
      const lateMinutes = Math.floor((Date.now() - planned.getTime()) / 60_000);
      const late = lateMinutes >= MAX_DELAY_MINUTES ? { lateMinutes } : {};
      await writeAuditEvent(client, {
        actor: SHOP,
        command: sale.onSale ? 'sale:start' : 'sale:stop',
        thing: thingOf(id, document),
        before,
        after: { ...after, planned: toBerlinIso(planned), ...late },
        requestId: null,
      });
    }
    if (rows.length > 0) await announceProgramme(client);
    return rows.length;
  });
}

/** The sale once its planned moments have passed. */
function switchSale(
  sale: SaleDocument,
  { on_sale_from: from, on_sale_until: until }: DueRow,
): { sale: SaleDocument; planned: Date } {
  const now = new Date();
  if (until !== null && until <= now) {
    const ended = { ...sale, onSale: false, onSaleFrom: undefined, onSaleUntil: undefined };
    return { sale: ended, planned: until };
  }
  return { sale: { ...sale, onSale: true, onSaleFrom: undefined }, planned: from ?? now };
}
