import type { Pool, PoolClient } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { ListPage, Paging } from '#contract/office/lists.ts';
import type { DeliveryMethod } from '#contract/codes.ts';
import type { Language } from '#contract/language.ts';
import { emailSql, nameSql, ordersSql } from './order-contact-sql.ts';
import { toOrderConditions, orderStateSql, type OrderFilters } from './order-filter-sql.ts';
import { readListPage } from '../operations/list-page.ts';
import { documentTexts } from '#messages/documents.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { providerCodeTexts } from '#messages/office/provider-codes.ts';
import type { OrderState } from '#contract/office/states.ts';

/** A row of the list of orders. */
export interface OrderListDto {
  id: number;
  orderNo: string;
  createdAt: string;
  name: string;
  email: string | null;
  /** The first concert, and how many more there are. */
  concert: string;
  concertAt: string;
  moreConcerts: number;
  /** Valid tickets. */
  tickets: number;
  deliveryMethod: DeliveryMethod;
  amountCents: number;
  state: OrderState;
}

/** A concert to choose. */
export interface ConcertChoice {
  id: number;
  title: string;
  startsAt: string;
}

/** A ticket of an order. */
export interface OrderTicket {
  id: number;
  concert: string;
  /** Start of the concert. */
  startsAt: string;
  type: string;
  priceCents: number;
  state: 'valid' | 'void' | 'replaced';
}

/** An order that waits for dispatch by post. */
export interface DispatchOrderDto {
  id: number;
  orderNo: string;
  createdAt: string;
  name: string;
  city: string;
  /** The first concert. */
  concert: string;
  concertAt: string;
  tickets: number;
  /** Whole hours of waiting. */
  hours: number;
}

interface Row {
  id: number;
  order_no: string;
  created_at: Date;
  name: string;
  email: string | null;
  concerts: { title_de: string; title_en: string; starts_at: string }[];
  tickets: number;
  delivery_method: DeliveryMethod;
  amount_cents: number;
  state: OrderState;
}

/** SQL for the columns `name` and `email` of an order, as the office may have changed them. */
export const orderBuyerSql = `${nameSql} as name, ${emailSql} as email`;

/** SQL: the concerts of an order, the first one first. */
const concertsSql = `array(select jsonb_build_object('title_de', k.title_de, 'title_en', k.title_en, 'starts_at', k.starts_at)
    from concert k where k.id in (select p.concert_id from ticket t
    join product p on p.id = t.product_id where t.order_id = o.id) order by k.starts_at, k.id) as concerts`;

const columns = `o.id, o.order_no, o.created_at, c.amount_cents, c.delivery_method, ${orderStateSql} as state,
  ${orderBuyerSql},
  ${concertsSql},
  (select count(*)::integer from ticket t where t.order_id = o.id and t.voided_at is null) as tickets`;

/**
 * SQL for orders with their checkout c and changed contact x. OFFSET keeps the checkout a look-up by its key for each
 * order of the page, never a join of both whole tables.
 */
export const orderTables = `orders o cross join lateral (select k.* from checkout k where k.id = o.checkout_id offset 0) c
  left join order_contact x on x.order_id = o.id`;

/** A page of the orders that match the filters, newest first (office.md 7.1). */
export async function listOrders(
  pool: Pool,
  language: Language,
  { after, before, ...filters }: OrderFilters & Paging,
): Promise<ListPage<OrderListDto>> {
  const { sql: where, values } = toOrderConditions(filters);
  const page = await readListPage<Row>(
    pool,
    {
      select: columns,
      from: orderTables,
      where,
      values,
      sort: ['o.created_at', 'o.id'],
      placeOf: 'select k.created_at, k.id from orders k where k.id =',
    },
    { after, before },
  );
  return { ...page, rows: page.rows.map((row) => toListDto(row, language)) };
}

/** Concerts that sell or have sold tickets, the latest first. */
export async function listConcertChoices(pool: Pool, language: Language): Promise<ConcertChoice[]> {
  const { rows } = await pool.query<{ id: number; title: string; starts_at: Date }>(
    `select k.id, case when $1 = 'de' then k.title_de else k.title_en end as title, k.starts_at
     from concert k where exists (select from product p where p.concert_id = k.id)
     order by k.starts_at desc, k.id`,
    [language],
  );
  return rows.map(({ id, title, starts_at: startsAt }) => ({
    id,
    title,
    startsAt: toBerlinIso(startsAt),
  }));
}

const toListDto = (row: Row, language: Language): OrderListDto => ({
  id: row.id,
  orderNo: row.order_no,
  createdAt: toBerlinIso(row.created_at),
  name: row.name,
  email: row.email,
  ...toFirstConcert(row.concerts, language),
  moreConcerts: row.concerts.length - 1,
  tickets: row.tickets,
  deliveryMethod: row.delivery_method,
  amountCents: row.amount_cents,
  state: row.state,
});

function toFirstConcert([first]: Row['concerts'], language: Language) {
  return {
    concert: first?.[`title_${language}`] ?? '',
    concertAt: toBerlinIso(new Date(first?.starts_at ?? 0)),
  };
}

interface DispatchRow {
  id: number;
  concerts: Row['concerts'];
  order_no: string;
  created_at: Date;
  name: string;
  city: string;
  tickets: number;
  hours: number;
}

/** A page of the paid postal orders that are not sent yet, oldest first (office.md 7.7). */
export async function listDispatch(
  pool: Pool,
  language: Language,
  paging: Paging,
): Promise<ListPage<DispatchOrderDto>> {
  const page = await readListPage<DispatchRow>(
    pool,
    {
      select: `o.id, o.order_no, o.created_at,
        coalesce(x.post_name, x.name, concat_ws(' ', c.details->>'first_name', c.details->>'last_name')) as name,
        coalesce(x.city, c.details->>'city') as city, ${concertsSql},
        (select count(*)::integer from ticket t where t.order_id = o.id and t.voided_at is null) as tickets,
        floor(extract(epoch from now() - o.post_since) / 3600)::integer as hours`,
      from: ordersSql,
      where: 'o.post_since is not null and o.posted_at is null and o.cancelled_at is null',
      values: [],
      sort: ['o.post_since', 'o.id'],
      placeOf: 'select k.post_since, k.id from orders k where k.id =',
      isOldestFirst: true,
    },
    paging,
  );
  return {
    ...page,
    rows: page.rows.map(({ order_no: orderNo, created_at: createdAt, concerts, ...row }) => ({
      ...row,
      ...toFirstConcert(concerts, language),
      orderNo,
      createdAt: toBerlinIso(createdAt),
    })),
  };
}

interface TicketRow {
  id: number;
  concert: string;
  starts_at: Date;
  type: string;
  price_cents: number;
  state: OrderTicket['state'];
}

/** All tickets of an order, replaced ones included. */
export async function listOrderTickets(
  pool: Pick<Pool | PoolClient, 'query'>,
  orderId: number,
  language: Language,
): Promise<OrderTicket[]> {
  const { rows } = await pool.query<TicketRow>(
    `select t.id, t.price_cents, case when $2 = 'de' then k.title_de else k.title_en end as concert,
       k.starts_at,
       case when o.origin = 'complimentary' then $3 when $2 = 'de' then y.name_de else y.name_en end as type,
       case when t.voided_at is null then 'valid'
         when exists (select from ticket n where n.replaces_id = t.id) then 'replaced' else 'void' end as state
     from ticket t join orders o on o.id = t.order_id join ticket_type y on y.id = t.ticket_type_id
       join product p on p.id = t.product_id join concert k on k.id = p.concert_id
     where t.order_id = $1 order by t.id`,
    [orderId, language, documentTexts.complimentary[language]],
  );
  return rows.map(({ price_cents: priceCents, starts_at: startsAt, ...ticket }) => ({
    ...ticket,
    priceCents,
    startsAt: toBerlinIso(startsAt),
  }));
}

/** A code of the payment provider in plain words; one that is not known stays as it is. */
export function describeProviderCode(code: string, language: Language): string {
  const texts: Record<string, string> = pickTexts(providerCodeTexts, language);
  return texts[code] ?? code;
}
