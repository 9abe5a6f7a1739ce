import type { Pool } from 'pg';
import { toBerlinIso, berlinDate } from '#contract/berlin-time.ts';
import { orderStateSql } from '../orders/order-filter-sql.ts';
import type { Language } from '#contract/language.ts';
import type { OrderState } from '#contract/office/states.ts';

/** The figures of one day or several; revenue and refunds are null for roles that see no money. */
interface SalesFigures {
  /** Sold ones. */
  tickets: number;
  complimentary: number;
  /** Prices of the tickets sold, without postage. */
  revenueCents: number | null;
  refundedCents: number | null;
  refunds: number | null;
}

/** Sales of days in Berlin; `week`: the last seven days, today included. */
export interface DaySales {
  today: SalesFigures;
  yesterday: SalesFigures;
  week: SalesFigures;
}

/** The places of a concert: sold (elsewhere included) + held + available = capacity. */
interface ConcertSale {
  sold: number;
  elsewhere: number;
  held: number;
  available: number;
  capacity: number;
  /** Tickets of today's orders. */
  today: number;
  /** Prices of the valid tickets, without postage; null for roles that see no money. */
  revenueCents: number | null;
}

/** A concert on the page Today. */
export interface TodayConcert {
  id: number;
  title: string;
  /** ISO 8601. */
  startsAt: string;
  isPast: boolean;
  isAcademy: boolean;
  /** Null without a sale. */
  sale: ConcertSale | null;
}

/** One of the latest orders. */
export interface RecentOrder {
  orderNo: string;
  /** ISO 8601. */
  createdAt: string;
  name: string;
  tickets: number;
  amountCents: number;
  state: OrderState;
}

const MAX_ORDERS = 10;
const MAX_ORDERS_OF_CONCERT = 5;

interface OrderRow {
  order_no: string;
  created_at: Date;
  name: string;
  tickets: number;
  amount_cents: number;
  state: OrderState;
}

// Materialized: otherwise PostgreSQL reads the tickets of all concerts, newest first.
const ordersOfConcert = `(with sold as materialized (
    select t.order_id from ticket t join product p on p.id = t.product_id where p.concert_id = $1
  )
  select o.* from (select distinct order_id from sold order by 1 desc limit ${MAX_ORDERS_OF_CONCERT}) latest
    join orders o on o.id = latest.order_id)`;

/**
 * The latest orders, newest first (office.md 4.3), each with its state and its valid tickets; of a concert, fewer
 * (office.md 5.2).
 */
export async function listRecentOrders(pool: Pool, concertId?: number): Promise<RecentOrder[]> {
  const isOfConcert = concertId !== undefined;
  const { rows } = await pool.query<OrderRow>({
    name: isOfConcert ? 'list_orders_of_concert' : 'list_recent_orders',
    values: isOfConcert ? [concertId] : [],
    text: `select o.order_no, o.created_at, c.amount_cents,
        (select count(*)::integer from ticket t where t.order_id = o.id and t.voided_at is null) as tickets,
        coalesce(k.name, concat_ws(' ', c.details->>'first_name', c.details->>'last_name')) as name,
        ${orderStateSql} as state
      from ${isOfConcert ? ordersOfConcert : `(select * from orders order by id desc limit ${MAX_ORDERS})`} o
      join checkout c on c.id = o.checkout_id
      left join order_contact k on k.order_id = o.id
      order by o.id desc`,
  });
  return rows.map((row) => ({
    orderNo: row.order_no,
    createdAt: toBerlinIso(row.created_at),
    name: row.name,
    tickets: row.tickets,
    amountCents: row.amount_cents,
    state: row.state,
  }));
}

interface Row {
  name: keyof DaySales;
  tickets: number;
  complimentary: number;
  revenue: number;
  refunds: number;
  refunded: number;
}

/** Days in Berlin as moments: the first one's start up to the last one's end. */
const within = (moment: string): string =>
  `${moment} >= p.first::timestamp at time zone 'Europe/Berlin'
     and ${moment} < (p.last + 1)::timestamp at time zone 'Europe/Berlin'`;

/**
 * Tickets sold with their prices, complimentary tickets, and refunds asked for today, yesterday and in the last seven
 * days (office.md 4.1), lost disputes included. A failed refund that another one has replaced is not counted again.
 */
export async function readDaySales(pool: Pool, now: Date, seesMoney: boolean): Promise<DaySales> {
  const { rows } = await pool.query<Row>({
    name: 'read_day_sales',
    text: `select p.name, s.*, r.count as refunds, r.cents as refunded
      from (values ('today', $1::date, $1::date), ('yesterday', $1::date - 1, $1::date - 1),
          ('week', $1::date - 6, $1::date)) p (name, first, last),
        lateral (select coalesce(sum(sold - complimentary), 0)::integer as tickets,
            coalesce(sum(complimentary), 0)::integer as complimentary,
            coalesce(sum(sold_cents), 0)::bigint as revenue
          from sales_day where day between p.first and p.last) s,
        lateral (select count(*)::integer, coalesce(sum(amount_cents), 0)::bigint as cents from (
          select coalesce(resolved_cents, amount_cents) as amount_cents from refund
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
      complimentary: row?.complimentary ?? 0,
      revenueCents: money?.revenue ?? null,
      refundedCents: money?.refunded ?? null,
      refunds: money?.refunds ?? null,
    };
  };
  return { today: figures('today'), yesterday: figures('yesterday'), week: figures('week') };
}

interface ConcertRow {
  id: number;
  title_de: string;
  title_en: string;
  starts_at: Date;
  is_academy: boolean;
  capacity: number | null;
  sold: number;
  elsewhere: number;
  available: number;
  today: number;
  revenue: number;
}

/**
 * Published concerts, and others that have sold tickets, by date (office.md 4.2). A hold that has expired counts as
 * available, as in the public API.
 */
export async function listTodayConcerts(
  pool: Pool,
  options: { language: Language; now: Date; seesMoney: boolean },
): Promise<TodayConcert[]> {
  const { language, now, seesMoney } = options;
  const { rows } = await pool.query<ConcertRow>({
    name: 'list_today_concerts',
    text: `select c.id, c.title_de, c.title_en, c.starts_at, c.is_academy, s.quantity as capacity, s.sold,
        p.presold as elsewhere, greatest(0, s.quantity - s.sold - s.held + coalesce(h.ended, 0))::integer as available,
        coalesce(d.today, 0)::integer as today, coalesce(d.cents, 0)::bigint as revenue
      from concert c
      left join product p on p.concert_id = c.id
      left join stock s on s.product_id = p.id
      left join (
        select h.product_id, sum(h.quantity) as ended from cart k join hold h on h.cart_id = k.id
        where k.release_at <= clock_timestamp() group by 1
      ) h on h.product_id = p.id
      left join (
        select t.product_id, sum(d.sold) filter (where d.day = $1) as today,
          sum(d.sold_cents - d.voided_cents) as cents
        from sales_day d join ticket_type t on t.id = d.ticket_type_id group by 1
      ) d on d.product_id = p.id
      where c.published_at is not null or s.sold + s.held > 0
      order by c.starts_at, c.id`,
    values: [berlinDate(now)],
  });
  return rows.map((row) => ({
    id: row.id,
    title: language === 'de' ? row.title_de : row.title_en,
    startsAt: toBerlinIso(row.starts_at),
    isPast: row.starts_at.getTime() < now.getTime(),
    isAcademy: row.is_academy,
    sale: toSale(row, seesMoney),
  }));
}

function toSale(row: ConcertRow, seesMoney: boolean): ConcertSale | null {
  const { capacity, sold, available } = row;
  if (capacity === null) return null;
  return {
    sold,
    elsewhere: row.elsewhere,
    held: capacity - sold - available,
    available,
    capacity,
    today: row.today,
    revenueCents: seesMoney ? row.revenue : null,
  };
}
