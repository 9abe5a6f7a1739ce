import type { Pool } from 'pg';
import type { CsvOptions } from '#contract/office/lists.ts';
import { adminAndOffice, atDesk } from '#contract/office/staff.ts';
import { cancelTexts } from '#messages/office/cancel.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { defineRead, type Context } from '../operations/define.ts';
import { writeCsv, type CsvCell } from '../platform/csv.ts';

/** Rows that are read at once. */
const BATCH_SIZE = 1000;

/** The donations as CSV, for receipts (office.md 6): name, address, amount, day. */
function writeDonationsCsv(
  { deps: { pool } }: Context,
  { language, hasBom }: CsvOptions,
): AsyncIterable<string> {
  const t = pickTexts(cancelTexts, language);
  const header = [t.name, t.address, t.amount, t.day, t.order];
  return writeCsv(header, readDonations(pool), { language, hasBom });
}

interface DonationRow {
  id: number;
  name: string;
  address: string;
  amount_cents: number;
  created_at: Date;
  order_no: string;
}

async function* readDonations(pool: Pool): AsyncGenerator<CsvCell[][]> {
  for (let last = 0; ;) {
    const { rows }: { rows: DonationRow[] } = await pool.query<DonationRow>(
      `select d.id::integer, concat_ws(' ', c.details->>'first_name', c.details->>'last_name') as name,
         concat_ws(', ', c.details->>'street', concat_ws(' ', c.details->>'zip', c.details->>'city')) as address,
         d.amount_cents, d.created_at, o.order_no
       from donation d join orders o on o.id = d.order_id join checkout c on c.id = o.checkout_id
       where d.id > $1 order by d.id limit ${BATCH_SIZE}`,
      [last],
    );
    yield rows.map((row) => [
      row.name,
      row.address,
      { cents: row.amount_cents },
      { day: row.created_at },
      row.order_no,
    ]);
    if (rows.length < BATCH_SIZE) return;
    last = rows.at(-1)?.id ?? 0;
  }
}

/** What the office reads of donations; nothing appears where the association takes none. */
export const donationReads = {
  'donation:offer': defineRead(atDesk, ({ deps: { festival } }) => ({
    takesDonations: festival.content().association.donations !== undefined,
  })),
  'donation:csv': defineRead(adminAndOffice, writeDonationsCsv),
};
