import type { Pool } from 'pg';
import { berlinDate } from '#contract/berlin-time.ts';
import type { DaySales, SalesFigures } from '#contract/office/today-queries.ts';

interface Row {
  name: keyof DaySales;
  tickets: number;
  revenue: number;
  refunds: number;
  refunded: number;
}

/** Days in Berlin as moments: the first one's start up to the last one's end. */
const within = (moment: string): string =>
  `${moment} >= p.first::timestamp at time zone 'Europe/Berlin'
     and ${moment} < (p.last + 1)::timestamp at time zone 'Europe/Berlin'`;

/**
 * Tickets sold, revenue (invoices, postage included) and refunds asked for today, yesterday and in the last seven days
 * (office.md 4.1), lost disputes included. A failed refund that another one has replaced is not counted again.
 */
export async function readDaySales(pool: Pool, now: Date, seesMoney: boolean): Promise<DaySales> {
  const { rows } = await pool.query<Row>({
    name: 'read_day_sales',
    text: `select p.name,
        (select coalesce(sum(sold), 0)::integer from sales_day where day between p.first and p.last) as tickets,
        i.cents as revenue, r.count as refunds, r.cents as refunded
      from (values ('today', $1::date, $1::date), ('yesterday', $1::date - 1, $1::date - 1),
          ('week', $1::date - 6, $1::date)) p (name, first, last),
        lateral (select coalesce(sum(amount_cents), 0)::bigint as cents from invoice
          where series = 'invoice' and ${within('issued_at')}) i,
        lateral (select count(*)::integer, coalesce(sum(amount_cents), 0)::bigint as cents from (
          select amount_cents from refund
          where ${within('requested_at')} and (resolution is null or resolution = 'by hand')
          union all
          select amount_cents from dispute where status = 'lost' and ${within('closed_at')}) returned) r`,
    values: [berlinDate(now)],
  });
  const figures = (name: keyof DaySales): SalesFigures => {
    const row = rows.find((each) => each.name === name);
    const money = seesMoney ? row : undefined;
    return {
      tickets: row?.tickets ?? 0,
      revenueCents: money?.revenue ?? null,
      refundedCents: money?.refunded ?? null,
      refunds: money?.refunds ?? null,
    };
  };
  return { today: figures('today'), yesterday: figures('yesterday'), week: figures('week') };
}
