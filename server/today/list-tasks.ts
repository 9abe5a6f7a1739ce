import { toBerlinIso } from '#contract/berlin-time.ts';
import type { Deps } from '../deps.ts';
import { listJobBacklog, MAX_SILENCE_MS, type RecurringJob } from '../platform/jobs/job-runner.ts';
import { unsentMailSql } from '../platform/mail/queue-mail.ts';
import type { Pool } from 'pg';
import type { Language } from '#contract/language.ts';
import { unresolvedRefundSql } from '../orders/cancel-order.ts';
import {
  documentsMissingSql,
  returnedDonationSql,
  undecidedTicketsSql,
} from '../orders/order-filter-sql.ts';
import { revenueIsCounted, salesAreCounted, saveCheckResults } from '../invariants.ts';
import type { Logger } from '../platform/log.ts';
import type { HealthItemKey, TaskKey } from '#contract/office/states.ts';

/** One part with the values of its sentence; `values` fill the text of its key. */
export interface HealthItem {
  key: HealthItemKey;
  isHealthy: boolean;
  values: Record<string, number | string>;
}

/** A condition that applies. */
export interface OfficeTask {
  key: TaskKey;
  count: number;
  /** The concert of `few-left` and `sale-late`. */
  concert?: { id: number; title: string };
  /** The orders of `dispute`, `tickets-undecided` and `donation-returned`, where the payment has an order. */
  orderNumbers?: string[];
  /** The words of the mail server, of `mail-failing`. */
  serverWords?: string;
}

/** Judges one part of the shop; null if this shop has no such part (office.md 4.5). */
export type HealthCheck = (deps: Deps) => Promise<HealthItem | null>;

/** A moment as a value of a HealthItem; '' for one that never came. */
export const timeOf = (moment: Date | null | undefined): string =>
  moment === null || moment === undefined ? '' : toBerlinIso(moment);

/** A process runs three queues: documents, mails, and all other jobs. */
const PROCESS_QUEUE_COUNT = 3;
/** A due job that waits longer is late (office.md 4.4). */
const MAX_WAIT_SECONDS = 600;

/** SQL for a mail that fails: an attempt failed, and it has waited for more than 15 minutes (office.md 4.4). */
const failingMailSql = `${unsentMailSql}
  and last_error is not null and created_at < now() - interval '15 minutes'`;

/** How many processes are running. */
export const checkProcesses: HealthCheck = async ({ pool }) => {
  const { rows } = await pool.query<{ queues: number }>(
    `select count(*) as queues from job_worker
     where seen_at > clock_timestamp() - make_interval(secs => ${MAX_SILENCE_MS / 1000})`,
  );
  const running = Math.ceil((rows[0]?.queues ?? 0) / PROCESS_QUEUE_COUNT);
  return { key: 'processes', isHealthy: running > 0, values: { running } };
};

/** Whether jobs wait too long or have failed. */
export const checkJobs: HealthCheck = async ({ pool }) => {
  const backlog = await listJobBacklog(pool);
  const sum = (name: 'due' | 'retrying' | 'failed') =>
    backlog.reduce((total, kind) => total + kind[name], 0);
  const waiting = sum('due') + sum('retrying');
  const failed = sum('failed');
  const isLate = backlog.some(({ oldestSeconds }) => oldestSeconds > MAX_WAIT_SECONDS);
  return { key: 'jobs', isHealthy: failed === 0 && !isLate, values: { waiting, failed } };
};

/** Whether mails go out, and when the last one did. */
export const checkMails: HealthCheck = async ({ pool }) => {
  const { rows } = await pool.query<{ waiting: number; failing: number; last: Date | null }>(
    `select count(*) as waiting,
       count(*) filter (where ${failingMailSql}) as failing,
       (select sent_at from mail where sent_at is not null order by id desc limit 1) as last
     from mail where ${unsentMailSql}`,
  );
  const { waiting = 0, failing = 0, last = null } = rows[0] ?? {};
  const lastSentAt = last === null ? '' : toBerlinIso(last);
  return { key: 'mails', isHealthy: failing === 0, values: { waiting, failing, lastSentAt } };
};

/** A concert with fewer available tickets than this share of its capacity is nearly sold out. */
const FEW_LEFT_PERCENT = 5;
/** The newest orders that are checked for a webhook: they show it first. */
const MAX_RECENT_ORDERS = 300;

/** Conditions that only count something, with the statement that counts (office.md 4.4). Each reads by an index. */
const counted = {
  differ: `select count(*) from check_result
    where name in ('paid_without_ticket_or_refund', 'tickets_without_payment')
      and violated_since < now() - interval '10 minutes'`,
  'refund-failed': `select count(*) from refund where ${unresolvedRefundSql}`,
  'mail-failing': `select count(*) from mail where ${failingMailSql}`,
  'mail-refused': `select count(*) from mail
    where bounced_at is not null and handled_at is null
      and (kind like 'order-%' or kind like 'concert-%' or kind = 'ticket-reissued')`,
  'documents-late': `select count(*) from orders o join checkout c on c.id = o.checkout_id
    where ${documentsMissingSql}`,
  'post-late': `select count(*) from orders
    where post_since < now() - interval '24 hours' and posted_at is null and cancelled_at is null`,
  'jobs-late': `select count(*) from graphile_worker.jobs
    where locked_at is null and attempts < max_attempts and run_at < now() - interval '10 minutes'`,
  // documents-late has those of documents
  'job-failed': `select count(*) from graphile_worker.jobs where locked_at is null and attempts >= max_attempts
    and task_identifier not in ('make-documents', 'make-cancellation')`,
  // a webhook may come some minutes late
  'webhook-silent': `select count(*) from (
      select c.intent_id, c.provider_session from orders o join checkout c on c.id = o.checkout_id
      where o.created_at between now() - interval '24 hours' and now() - interval '5 minutes'
        and c.amount_cents > 0
      order by o.created_at desc limit ${MAX_RECENT_ORDERS}) p
    where not exists (select from payment_event e where e.object_id in (p.intent_id, p.provider_session))`,
  dispute: `select count(*) from dispute where closed_at is null`,
  'tickets-undecided': `select count(*) from orders o where ${undecidedTicketsSql}`,
  'donation-returned': `select count(*) from orders o where ${returnedDonationSql}`,
  messages: `select count(*) from contact_message where state = 'new'`,
} satisfies Partial<Record<TaskKey, string>>;

type CountedKey = keyof typeof counted;
const countedKeys = Object.keys(counted) as CountedKey[];

/** Lists conditions that need action, in the order of office.md 4.4; nothing for a condition that does not hold. */
export async function listTasks(pool: Pool, language: Language): Promise<OfficeTask[]> {
  const [counts, disputed, undecided, returned, words, fewLeft, late] = await Promise.all([
    countTasks(pool, countedKeys),
    listDisputedOrders(pool),
    listOrderNumbers(pool, undecidedTicketsSql),
    listOrderNumbers(pool, returnedDonationSql),
    findServerWords(pool),
    listFewLeft(pool, language),
    listLateSales(pool),
  ]);
  const details: Partial<Record<TaskKey, Partial<OfficeTask>>> = {
    'mail-failing': words === null ? {} : { serverWords: words },
    dispute: { orderNumbers: disputed },
    'tickets-undecided': { orderNumbers: undecided },
    'donation-returned': { orderNumbers: returned },
  };
  return [...counts.map((task) => ({ ...task, ...details[task.key] })), ...fewLeft, ...late];
}

/** The conditions of these that hold. */
export async function countTasks(
  pool: Pool,
  keys: readonly CountedKey[],
): Promise<{ key: CountedKey; count: number }[]> {
  const { rows } = await pool.query<{ counts: number[] }>({
    name: `count_tasks_${keys.length}_${keys[0] ?? ''}`,
    text: `select array[${keys.map((key) => `(${counted[key]})`).join(', ')}]::bigint[] as counts`,
  });
  return keys
    .map((key, index) => ({ key, count: rows[0]?.counts[index] ?? 0 }))
    .filter(({ count }) => count > 0);
}

/** The latest error of the mails that fail, without addresses; null when none fails. */
export async function findServerWords(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ last_error: string }>(
    `select last_error from mail where ${failingMailSql} order by id desc limit 1`,
  );
  return rows[0]?.last_error ?? null;
}

async function listDisputedOrders(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ order_no: string }>(
    `select o.order_no from dispute d join checkout c on c.intent_id = d.intent_id
     join orders o on o.checkout_id = c.id where d.closed_at is null order by d.opened_at limit 10`,
  );
  return rows.map((row) => row.order_no);
}

async function listOrderNumbers(pool: Pool, condition: string): Promise<string[]> {
  const { rows } = await pool.query<{ order_no: string }>(
    `select order_no from orders o where ${condition} order by id limit 10`,
  );
  return rows.map((row) => row.order_no);
}

/** Concerts on sale with few tickets left, until the day after. */
export async function listFewLeft(pool: Pool, language: Language): Promise<OfficeTask[]> {
  const { rows } = await pool.query<{
    id: number;
    title_de: string;
    title_en: string;
    available: number;
  }>(
    `select * from (
       select c.id, c.title_de, c.title_en, c.starts_at, s.quantity,
         greatest(0, s.quantity - s.sold - s.held + coalesce(h.ended, 0))::integer as available
       from concert c join product p on p.concert_id = c.id join stock s on s.product_id = p.id
       left join (
         select h.product_id, sum(h.quantity) as ended from cart k join hold h on h.cart_id = k.id
         where k.release_at <= clock_timestamp() group by 1
       ) h on h.product_id = p.id
       where c.onsale and c.published_at is not null and s.quantity > 0 and c.starts_at > now() - interval '1 day'
     ) sale where available * 100 <= quantity * ${FEW_LEFT_PERCENT} order by starts_at, id`,
  );
  return rows.map((row) => ({
    key: 'few-left' as const,
    count: row.available,
    concert: { id: row.id, title: language === 'de' ? row.title_de : row.title_en },
  }));
}

/** Sales that the shop started or ended late within a day, because it was down (office.md 5.1). */
async function listLateSales(pool: Pool): Promise<OfficeTask[]> {
  const { rows } = await pool.query<{ id: number; title: string; minutes: number }>(
    `select thing_id::integer as id, thing_name as title, max((after->>'lateMinutes')::integer) as minutes
     from audit_event
     where command in ('sale:start', 'sale:stop') and created_at > now() - interval '1 day'
       and after ? 'lateMinutes'
     group by thing_id, thing_name order by thing_id`,
  );
  return rows.map(({ id, title, minutes }) => ({
    key: 'sale-late' as const,
    count: minutes,
    concert: { id, title },
  }));
}

/** The name of this comparison among the stored results. */
export const SALES_CHECK = 'sales_day';

/** Runs at night, while few people buy: it reads all tickets. */
export const checkSalesJob: RecurringJob = {
  task: 'check-sales',
  cron: '29 2 * * *',
  catchUp: 24 * 60,
};

/** Compares the stored sums with tickets and invoices, and reports differences (office.md 13.2). */
export async function checkSales(pool: Pool, log: Logger): Promise<void> {
  const { rows } = await pool.query<{ sentence: string }>(
    `select v.sentence from (${salesAreCounted.sql} union all ${revenueIsCounted.sql}) v (sentence)`,
  );
  await saveCheckResults(pool, { [SALES_CHECK]: rows.length });
  for (const { sentence } of rows.slice(0, 10)) log.error(sentence);
}
