import type { Pool } from 'pg';
import type { CsvOptions } from '#contract/office/lists.ts';
import type { OrderFilters } from '#contract/office/order-queries.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { orderOfficeTexts, orderStateTexts } from '#messages/office/orders.ts';
import { type CsvCell, writeCsv } from '../csv.ts';
import { readOrders } from './list-orders.ts';

/** The orders that match the filters, as CSV, in the columns of the list. */
export function writeOrdersCsv(
  pool: Pool,
  { language, hasBom, ...filters }: OrderFilters & CsvOptions,
): AsyncIterable<string> {
  const t = pickTexts(orderOfficeTexts, language);
  const states = pickTexts(orderStateTexts, language);
  async function* batches(): AsyncGenerator<CsvCell[][]> {
    for await (const rows of readOrders(pool, filters)) {
      yield rows.map((row) => [
        row.orderNo,
        { moment: new Date(row.createdAt) },
        row.name,
        row.email,
        { number: row.tickets },
        { cents: row.amountCents },
        states[row.state],
      ]);
    }
  }
  const header = [t.number, t.time, t.name, t.email, t.tickets, t.total, t.state];
  return writeCsv(header, batches(), { language, hasBom });
}
