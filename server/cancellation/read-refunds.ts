import type { Pool } from 'pg';
import type { Language } from '#contract/language.ts';
import type { CsvOptions } from '#contract/office/lists.ts';
import { doneRunItemStates, type RunItemState } from '#contract/office/runs.ts';
import { cancelTexts } from '#messages/office/cancel.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { runItemStateTexts, runTexts } from '#messages/office/runs.ts';
import type { Context } from '../operations/define.ts';
import { emailSql, nameSql } from '../orders/order-contact-sql.ts';
import { writeCsv, type CsvCell } from '../platform/csv.ts';

/** The sums of a cancelled concert's run, in cents where not counts. */
export interface RefundSums {
  voidTickets: number;
  voidCents: number;
  invoices: number;
  invoicedCents: number;
  /** Of the invoices: postage, and less where a ticket's money was returned before. */
  owedCents: number;
  refundedCents: number;
  donatedCents: number;
  /** Of buyers who have not answered yet. */
  askedCents: number;
  /** On its way back. */
  pendingCents: number;
  failedCents: number;
  disputedCents: number;
}

/** A buyer who gets no mail. */
export interface BuyerWithoutEmail {
  orderNo: string;
  name: string;
  address: string;
}

const itemsSql = `select s.*, o.order_no, i.amount_cents as invoice_cents, i.issued_at, i.year, i.number,
    coalesce(d.amount_cents, 0) as donated_cents
  from run_item_state s left join orders o on o.id = s.order_id left join invoice i on i.id = s.invoice_id
  left join donation d on (d.run_id, d.order_id) = (s.run_id, s.order_id)
  where s.run_id = $1`;

/**
 * The sums of the run of a cancelled concert, or of a moved one whose tickets may be returned until a day (YYYY-MM-DD),
 * and its buyers without e-mail address; null for another run.
 */
export async function readRefunds(
  { deps: { pool } }: Context,
  { id }: { id: number },
): Promise<{
  sums: RefundSums;
  withoutEmail: BuyerWithoutEmail[];
  returnsUntil: string | null;
} | null> {
  const runs = await pool.query<{ until: string | null }>(
    `select facts->>'returnsUntil' as until from run
     where id = $1 and (kind = 'concert-cancelled' or facts->>'returnsUntil' is not null)`,
    [id],
  );
  const [run] = runs.rows;
  if (run === undefined) return null;
  const sums = await pool.query<RefundSums>(
    `with item as (${itemsSql}), gone as (
       select count(*)::integer as tickets, coalesce(sum(t.price_cents), 0)::integer as cents
       from item join run r on r.id = item.run_id join ticket t on t.order_id = item.order_id
       join product p on p.id = t.product_id
       where t.voided_at = item.issued_at
         -- complimentary tickets have no invoice
         or item.invoice_id is null and t.price_cents = 0 and p.concert_id = r.concert_id and t.voided_at >= r.ordered_at
     )
     select (select tickets from gone) as "voidTickets", (select cents from gone) as "voidCents",
       count(invoice_id)::integer as invoices, coalesce(sum(invoice_cents), 0)::integer as "invoicedCents",
       coalesce(sum(owed_cents), 0)::integer as "owedCents",
       coalesce(sum(refund_cents) filter (where state in ('refunded', 'shared', 'by-hand')), 0)::integer as "refundedCents",
       coalesce(sum(donated_cents), 0)::integer as "donatedCents",
       coalesce(sum(owed_cents) filter (where state = 'asked'), 0)::integer as "askedCents",
       coalesce(sum(refund_cents) filter (where state in ('working', 'on-its-way')), 0)::integer as "pendingCents",
       coalesce(sum(owed_cents - donated_cents) filter (where state = 'failed'), 0)::integer as "failedCents",
       coalesce(sum(owed_cents - donated_cents) filter (where state = 'disputed'), 0)::integer as "disputedCents"
     from item`,
    [id],
  );
  const [found] = sums.rows;
  if (found === undefined) return null;
  const withoutEmail = await listWithoutEmail(pool, id);
  return { sums: found, withoutEmail, returnsUntil: run.until };
}

async function listWithoutEmail(pool: Pool, runId: number): Promise<BuyerWithoutEmail[]> {
  const { rows } = await pool.query<BuyerWithoutEmail>(
    `select o.order_no as "orderNo", ${nameSql} as name,
       concat_ws(', ', coalesce(x.street, c.details->>'street'),
         concat_ws(' ', coalesce(x.zip, c.details->>'zip'), coalesce(x.city, c.details->>'city'))) as address
     from run_item i join orders o on o.id = i.order_id join checkout c on c.id = o.checkout_id
     left join order_contact x on x.order_id = o.id
     where i.run_id = $1 and ${emailSql} is null
     order by o.id limit 1000`,
    [runId],
  );
  return rows;
}

interface CsvRow {
  order_no: string | null;
  key: string;
  state: RunItemState;
  reason: string | null;
  invoice: string | null;
  invoice_cents: number | null;
  owed_cents: number;
  refund_cents: number | null;
  donated_cents: number;
}

/** The items of a run as CSV, without data of persons. */
export function writeRunCsv(
  { deps: { pool } }: Context,
  { id, language, hasBom }: { id: number } & CsvOptions,
): AsyncIterable<string> {
  const t = pickTexts(cancelTexts, language);
  const { state, reason } = pickTexts(runTexts, language);
  const header = [t.order, state, t.invoice, t.invoiced, t.owed, t.refunded, t.donated, reason];
  return writeCsv(header, readRows(pool, id, language), { language, hasBom });
}

async function* readRows(pool: Pool, id: number, language: Language): AsyncGenerator<CsvCell[][]> {
  const states = pickTexts(runItemStateTexts, language);
  const { rows } = await pool.query<CsvRow>(
    `select item.*, 'S-' || year || '-' || lpad(number::text, 6, '0') as invoice from (${itemsSql}) item order by id`,
    [id],
  );
  yield rows.map((row) => [
    row.order_no ?? row.key,
    states[row.state],
    row.invoice,
    row.invoice_cents === null ? null : { cents: row.invoice_cents },
    { cents: row.owed_cents },
    doneRunItemStates.includes(row.state) ? { cents: row.refund_cents ?? 0 } : null,
    { cents: row.donated_cents },
    row.reason,
  ]);
}
