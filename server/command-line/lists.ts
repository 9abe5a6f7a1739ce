import { formatMoney, formatDayAndTime } from '#contract/format.ts';
import type { Pool } from 'pg';
import { StartError } from '../platform/errors.ts';
import { listOrders } from '../orders/list-orders.ts';
import type { DeliveryMethod } from '#contract/codes.ts';
import { listBoxOffice } from '../orders/list-box-office.ts';

/** The output of a command of the command line. */
export interface CommandOutput {
  text: string;
  /** The output for programs: with `--json` it is printed instead of the text (office.md 12). */
  data: object;
}

/** Formats cents as euros, as the English sentences around them do. */
export const formatEuros = (cents: number): string => formatMoney(cents, 'en');

/** Formats rows as columns under their names. */
export function formatTable(rows: Record<string, string | number>[]): string {
  const first = rows[0];
  if (first === undefined) return 'None.';
  const names = Object.keys(first);
  const widths = names.map((name) =>
    Math.max(name.length, ...rows.map((row) => String(row[name]).length)),
  );
  const line = (cells: (string | number)[]): string =>
    cells
      .map((cell, i) => String(cell).padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  return [
    line(names),
    line(widths.map((w) => '-'.repeat(w))),
    ...rows.map((row) => line(Object.values(row))),
  ].join('\n');
}

/** A number with its noun, such as `1 row` and `2 rows`. */
export const countOf = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

type Row = Record<string, string | number>;

const formatMinute = (moment: string): string => moment.slice(0, 16).replace('T', ' ');

/** The latest orders; with `words`, those that the office's search finds (office.md 7.1). */
export async function describeOrders(pool: Pool, words: string): Promise<CommandOutput> {
  const { rows } = await listOrders(pool, 'en', { q: words });
  const text = formatTable(
    rows.map((row) => ({
      order: row.orderNo,
      date: formatMinute(row.createdAt),
      name: row.name,
      'e-mail': row.email ?? '–',
      tickets: row.tickets,
      total: formatEuros(row.amountCents),
      state: row.state,
    })),
  );
  return { text, data: { orders: rows } };
}

/**
 * Describes an order with tickets, invoices, refunds and mails: its contact, and the buyer, who is on the invoice, if
 * they differ. Throws StartError for an unknown order.
 */
export async function describeOrder(pool: Pool, orderNo: string): Promise<CommandOutput> {
  const { rows } = await pool.query<{
    id: number;
    checkout_id: number;
    facts: Record<string, string | number | null>;
  }>(
    // json keeps the sequence of its keys, jsonb does not
    `select o.id, o.checkout_id, json_build_object('order', o.order_no,
       'name', contact.name, 'e-mail', coalesce(contact.email, '–'),
       'buyer', case when (contact.name, contact.email) is distinct from (buyer.name, buyer.email)
         then concat_ws(', ', buyer.name, buyer.email) end, 'street', c.details->>'street',
       'city', concat_ws(' ', c.details->>'zip', c.details->>'city'), 'country', c.details->>'country_de',
       'delivery', c.delivery_method, 'language', contact.language, 'paid with', c.intent_id) as facts
     from orders o join checkout c on c.id = o.checkout_id left join order_contact x on x.order_id = o.id,
       lateral (select concat_ws(' ', c.details->>'first_name', c.details->>'last_name') as name,
         c.details->>'email' as email) buyer,
       lateral (select coalesce(x.name, buyer.name) as name, coalesce(x.language, c.language) as language,
         case when x.order_id is null then buyer.email else x.email end as email) contact
     where o.order_no = $1`,
    [orderNo.toUpperCase()],
  );
  const order = rows[0];
  if (order === undefined) throw new StartError(`There is no order ${orderNo}.`);
  const [tickets, invoices, refunds, mails] = await Promise.all([
    queryRows(pool, ticketsOf, order.id),
    queryRows(pool, invoicesOf, order.id),
    queryRows(pool, refundsOf, order.checkout_id),
    queryRows(pool, mailsOf, order.id),
  ]);
  const lists = { tickets, invoices, refunds, mails };
  const head = Object.entries(order.facts)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.padEnd(10)} ${value}`);
  const tables = Object.entries(lists).map(
    ([name, rowsOf]) =>
      `\n${name.charAt(0).toUpperCase()}${name.slice(1)}\n${formatTable(rowsOf.map(formatAmount))}`,
  );
  const facts = Object.entries(order.facts).map(([name, value]) => [
    name.replace('-', '').replace(' ', '_'),
    value === '–' ? null : value,
  ]);
  return {
    text: [...head, ...tables].join('\n'),
    data: { ...Object.fromEntries(facts), ...lists },
  };
}

function formatAmount(row: Row): Row {
  return 'eur' in row ? { ...row, eur: formatEuros(Math.round(Number(row['eur']) * 100)) } : row;
}

async function queryRows(pool: Pool, text: string, id: number): Promise<Row[]> {
  const { rows } = await pool.query<{ row: Row }>(`select to_json(r) as row from (${text}) r`, [
    id,
  ]);
  return rows.map(({ row }) => row);
}

const ticketsOf = `
  select t.id as ticket, k.title_de as concert, tt.name_de as type, t.price_cents / 100.0 as eur,
    case when t.voided_at is null then 'valid' else 'void' end as state
  from ticket t join ticket_type tt on tt.id = t.ticket_type_id
  join product p on p.id = t.product_id join concert k on k.id = p.concert_id
  where t.order_id = $1 order by t.id`;
const invoicesOf = `
  select series, year, number, amount_cents / 100.0 as eur, issued_at::date::text as date
  from invoice where order_id = $1 order by id`;
const refundsOf = `
  select id as refund, amount_cents / 100.0 as eur, reason, requested_at::date::text as date,
    case when failed_at is not null then 'failed: ' || coalesce(failure, '')
      when succeeded_at is not null then 'done' else 'in progress' end as state
  from refund where checkout_id = $1 order by id`;
const mailsOf = `
  select m.id as mail, m.kind, m.attempts, case when m.sent_at is not null then 'sent'
    when m.bounced_at is not null then 'refused'
    when m.dropped_at is not null then 'dropped' else 'waiting' end as state
  from mail m join orders o on (m.facts->>'orderId')::bigint = o.id
    or (m.facts->>'checkoutId')::bigint = o.checkout_id
  where o.id = $1 order by m.id`;

/** Buyers who collect their tickets stand out. */
const deliveries: Record<DeliveryMethod, string> = {
  boxoffice: 'BOX OFFICE',
  postal: 'by post',
  onlineticket: 'online',
};

/**
 * Describes the box-office list of a concert, by id or slug, with its German title and ticket types (office.md 7.6).
 * Throws StartError for an unknown concert.
 */
export async function describeBoxOffice(pool: Pool, concert: string): Promise<CommandOutput> {
  const found = await pool.query<{ id: number }>(
    `select id from concert where slug = $1 or id::text = $1`,
    [concert],
  );
  const one = found.rows[0];
  if (one === undefined) throw new StartError(`There is no concert ${concert}.`);
  const list = await listBoxOffice(pool, 'de', one);
  const rows = list.rows.map(({ name, orderNo, delivery, tickets, doorNote }) => ({
    name,
    order: orderNo,
    delivery: deliveries[delivery],
    tickets: tickets
      .map((number, i) => ({ number, type: list.types[i] ?? '' }))
      .filter(({ number }) => number > 0)
      .map(({ number, type }) => `${number} × ${type}`)
      .join(', '),
    note: doorNote ?? '',
  }));
  const total = list.totals.reduce((sum, number) => sum + number, 0);
  const start = formatDayAndTime(list.concert.startsAt, 'de');
  const heading = `${list.concert.title}, ${start}\n${countOf(total, 'ticket')} in ${countOf(rows.length, 'order')}`;
  return { text: `${heading}\n\n${formatTable(rows)}`, data: { heading, rows } };
}
