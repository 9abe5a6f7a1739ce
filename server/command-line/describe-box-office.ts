import type { Pool } from 'pg';
import type { DeliveryMethod } from '#contract/codes.ts';
import { formatDayAndTime } from '#contract/format.ts';
import { StartError } from '../platform/errors.ts';
import { listBoxOffice } from '../orders/list-box-office.ts';
import type { CommandOutput } from './command-output.ts';
import { countOf, formatTable } from './format-table.ts';

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
