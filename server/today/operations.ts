import { z } from 'zod';
import { adminAndOffice } from '#contract/office/staff.ts';
import { countViolations } from '../invariants.ts';
import { defineChange, defineRead, type Context } from '../operations/define.ts';
import { healthTexts } from '#messages/office/health.ts';
import { text } from '../operations/entries.ts';
import { conflict } from '../platform/problem.ts';
import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { Language } from '#contract/language.ts';
import { listFewLeft, listTasks, type OfficeTask } from './list-tasks.ts';
import {
  listRecentOrders,
  listTodayConcerts,
  readDaySales,
  type DaySales,
  type TodayConcert,
  type RecentOrder,
} from './today-lists.ts';
import { readHealth } from './health.ts';

/** The first page of administrators, office and editors. */
export interface TodayOverview {
  sales: DaySales;
  concerts: TodayConcert[];
  /** Null for editors. */
  recentOrders: RecentOrder[] | null;
  tasks: OfficeTask[];
  /** Whether everything of /office/health is well; null for editors. */
  isHealthy: boolean | null;
}

/** A concert whose box-office list can be opened. */
export interface BoxOfficeConcert {
  id: number;
  title: string;
  /** ISO 8601. */
  startsAt: string;
  venue: string;
}

/**
 * `payments:reconcile`: asks for a full comparison of payments, orders and tickets with the provider, and counts what
 * differs now (office.md 4.4).
 */
const reconcilePayments = defineChange({
  may: adminAndOffice,
  input: z.object({}),
  async run({ client }) {
    await client.query(
      `select graphile_worker.add_job('reconcile', '{}', job_key => 'reconcile-now')`,
    );
    const { paid_without_ticket_or_refund, tickets_without_payment } =
      await countViolations(client);
    const output = { paid_without_ticket_or_refund, tickets_without_payment };
    return {
      output,
      audit: { thing: { kind: 'payments', id: 'all', name: 'payments' }, after: output },
    };
  },
});

/** `job:retry`: the jobs of one kind that failed or wait for their next attempt run now. 409 without any. */
const retryJobs = defineChange({
  may: adminAndOffice,
  input: z.object({ task: text(100) }),
  async run({ client }, { task }) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*) as count from graphile_worker.reschedule_jobs(array(
         select id from graphile_worker.jobs
         where task_identifier = $1 and locked_at is null and attempts > 0
       ), run_at => now(), attempts => 0)`,
      [task],
    );
    const jobs = rows[0]?.count ?? 0;
    if (jobs === 0) throw conflict(healthTexts.nothingToRetry);
    return {
      output: { jobs },
      audit: { thing: { kind: 'job', id: task, name: task }, after: { jobs } },
    };
  },
});

interface Row {
  id: number;
  title_de: string;
  title_en: string;
  starts_at: Date;
  venue_de: string;
  venue_en: string;
}

/** Concerts with tickets from yesterday on; all of them where none is to come (office.md 4.2). */
async function listBoxOfficeConcerts(pool: Pool, language: Language): Promise<BoxOfficeConcert[]> {
  const { rows } = await pool.query<Row>(
    `with sold as (
       select c.id, c.title_de, c.title_en, c.starts_at, v.name_de as venue_de, v.name_en as venue_en
       from concert c join product p on p.concert_id = c.id join stock s on s.product_id = p.id
       join venue v on v.id = c.venue_id
       where c.published_at is not null or s.sold > 0
     )
     select * from sold
     where not exists (select from sold where starts_at >= now())
       or starts_at >= (date_trunc('day', now() at time zone 'Europe/Berlin') - interval '1 day')
         at time zone 'Europe/Berlin'
     order by starts_at, id`,
  );
  const isGerman = language === 'de';
  return rows.map((row) => ({
    id: row.id,
    title: isGerman ? row.title_de : row.title_en,
    startsAt: toBerlinIso(row.starts_at),
    venue: isGerman ? row.venue_de : row.venue_en,
  }));
}

/** Everything of the first page; editors see no money, orders or health (office.md 4.2). */
async function readToday({ deps, caller }: Context): Promise<TodayOverview> {
  const { pool } = deps;
  const now = new Date();
  const { language } = caller;
  const isFull = caller.kind !== 'staff' || caller.role !== 'editor';
  const [sales, concerts, recentOrders, tasks, health] = await Promise.all([
    readDaySales(pool, now, isFull),
    listTodayConcerts(pool, { language, now, seesMoney: isFull }),
    isFull ? listRecentOrders(pool) : null,
    isFull ? listTasks(pool, language) : listFewLeft(pool, language),
    isFull ? readHealth(deps) : null,
  ]);
  return {
    sales,
    concerts,
    recentOrders,
    tasks,
    isHealthy: health && health.items.every(({ isHealthy }) => isHealthy),
  };
}

/** The operations of Today and Health (office.md 4). */
export const todayOperations = {
  'payments:reconcile': reconcilePayments,
  'job:retry': retryJobs,
  'today:overview': defineRead(['admin', 'office', 'editor'], readToday),
  'today:box-office': defineRead(['door'], ({ deps, caller }) =>
    listBoxOfficeConcerts(deps.pool, caller.language),
  ),
  'health:report': defineRead(adminAndOffice, ({ deps }) => readHealth(deps)),
};
