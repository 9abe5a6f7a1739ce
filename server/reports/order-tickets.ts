import type { Pool } from 'pg';
import { berlinDate, toBerlinIso } from '#contract/berlin-time.ts';
import type { DeliveryMethod } from '#contract/codes.ts';
import type { Language } from '#contract/language.ts';
import { documentTexts } from '#messages/documents.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { orderOfficeTexts } from '#messages/office/orders.ts';
import { formatInvoiceNumber } from '../documents/to-document-data.ts';
import { orderBuyerSql, orderTables } from '../orders/list-orders.ts';
import { type OrderFilters, toOrderConditions } from '../orders/order-filter-sql.ts';
import { toPayment } from './invoice-rows.ts';
import { type Report, type ReportRow, toColumns } from './report.ts';

const columns = toColumns(
  { order: 'text', time: 'moment', name: 'text', email: 'text' },
  { concert: 'text', concertDay: 'day', type: 'text', price: 'cents', state: 'text' },
  { delivery: 'text', postage: 'cents', invoice: 'text', cancellation: 'text' },
  { refund: 'text', payment: 'text' },
);

/** Orders that are read at a time. */
const BATCH_SIZE = 200;

interface TicketRow {
  id: number;
  order_no: string;
  created_at: Date;
  name: string;
  email: string | null;
  concert: string;
  starts_at: Date;
  type: string;
  price_cents: number;
  is_valid: boolean;
  delivery_method: DeliveryMethod;
  /** Null on all rows of an order but its first. */
  postage_cents: number | null;
  /** Null: complimentary tickets have no invoice. */
  year: number | null;
  number: number | null;
  cancellation_year: number | null;
  cancellation_number: number | null;
  refund: string | null;
  intent_id: string | null;
}

/** The tickets of the orders that match the filters, the newest orders first; replaced tickets are left out. */
export function createOrderReport(pool: Pool, language: Language, filters: OrderFilters): Report {
  return {
    columns,
    async *readRows() {
      let last: number | undefined;
      do {
        const rows = await readTickets(pool, language, filters, last);
        yield rows.map((row) => toRow(row, language));
        last = rows.at(-1)?.id;
      } while (last !== undefined);
    },
  };
}

/** The tickets of the orders after the one with this id; none after the last one. */
async function readTickets(
  pool: Pool,
  language: Language,
  filters: OrderFilters,
  after: number | undefined,
): Promise<TicketRow[]> {
  const { sql, values } = toOrderConditions(filters);
  const [place, inLanguage, complimentary] = [1, 2, 3].map((n) => `$${values.length + n}`);
  const { rows } = await pool.query<TicketRow>(
    `select b.*, t.price_cents, t.voided_at is null as is_valid,
       case when ${inLanguage} = 'de' then k.title_de else k.title_en end as concert, k.starts_at,
       case when b.origin = 'complimentary' then ${complimentary}
         when ${inLanguage} = 'de' then y.name_de else y.name_en end as type,
       case when row_number() over (partition by b.id order by t.id) = 1 then b.delivery_cents end as postage_cents,
       n.year, n.number, s.year as cancellation_year, s.number as cancellation_number, r.provider_id as refund
     from (
       select o.id, o.order_no, o.created_at, o.origin, ${orderBuyerSql}, c.intent_id, c.delivery_method, c.delivery_cents
       from ${orderTables}
       where ${sql} and (${place}::bigint is null
         or (o.created_at, o.id) < (select created_at, id from orders where id = ${place}))
       order by o.created_at desc, o.id desc limit ${BATCH_SIZE}) b
     join ticket t on t.order_id = b.id and not exists (select from ticket l where l.replaces_id = t.id)
     join ticket_type y on y.id = t.ticket_type_id
     join product p on p.id = t.product_id join concert k on k.id = p.concert_id
     left join invoice n on n.order_id = b.id and n.series = 'invoice'
     left join invoice s on s.order_id = b.id and s.series = 'cancellation' and s.issued_at = t.voided_at
     left join refund r on r.id = s.refund_id
     order by b.created_at desc, b.id desc, t.id`,
    [...values, after ?? null, language, documentTexts.complimentary[language]],
  );
  return rows;
}

function toRow(row: TicketRow, language: Language): ReportRow {
  const { cancellation_year: year, cancellation_number: number } = row;
  const isCancelled = year !== null && number !== null;
  return {
    order: row.order_no,
    time: toBerlinIso(row.created_at),
    name: row.name,
    email: row.email,
    concert: row.concert,
    concertDay: berlinDate(row.starts_at),
    type: row.type,
    price: row.price_cents,
    state: orderPageTexts[row.is_valid ? 'valid' : 'void'][language],
    delivery: orderOfficeTexts[row.delivery_method][language],
    postage: row.postage_cents,
    invoice:
      row.year === null || row.number === null
        ? null
        : formatInvoiceNumber('invoice', row.year, row.number),
    cancellation: isCancelled ? formatInvoiceNumber('cancellation', year, number) : null,
    refund: row.refund,
    payment: toPayment(row.intent_id),
  };
}
