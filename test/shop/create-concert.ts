import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { demoFolder } from '#server/programme/load-programme.ts';
import { readProgramme } from '#server/programme/read-programme.ts';

/** The ids that buyers need of a concert on sale. */
export interface TestConcert {
  id: number;
  productId: number;
  /** Ids of the ticket types, as `prices` lists them. */
  types: number[];
}

export interface NewConcert {
  quantity: number;
  /** Prices in cents, one ticket type each. */
  prices?: number[];
  presold?: number;
  onsale?: boolean;
  maxPerOrder?: number;
  /** Limits of ticket types by their index in `prices`. */
  quotas?: Record<number, number>;
  onlyWith?: Record<number, number[]>;
  maxOfType?: Record<number, number>;
}

/** Inserts a concert with its tickets. */
export async function createConcert(pool: Pool, concert: NewConcert): Promise<TestConcert> {
  const { quantity, prices = [2400], presold = 0, onsale = true } = concert;
  const slug = `concert-${randomBytes(6).toString('hex')}`;
  const { rows } = await pool.query<{ id: number; product_id: number; types: number[] }>(
    `with place as (
       insert into venue (slug, name_de, name_en, description_de, description_en, street,
         postal_code, city, latitude, longitude)
       values ($1, 'Tenne', 'Tithe Barn', '', '', 'Klosterhof 1', '82599', 'Marienfirn', 47.5, 11.1)
       returning id
     ), made as (
       insert into concert (slug, starts_at, venue_id, title_de, title_en, subtitle_de, subtitle_en,
         introduction_de, introduction_en, onsale, is_academy, is_long_night)
       select $1, date_trunc('minute', now()) + interval '30 days', id, 'Abend', 'Evening', '', '', '', '', $5, false, false
       from place returning id
     ), sold as (
       insert into product (concert_id, presold) select id, $4 from made returning id, concert_id
     ), counted as (
       insert into stock (product_id, quantity, sold) select id, $2, $4 from sold
     ), priced as (
       insert into ticket_type (product_id, slug, position, price_cents, name_de, name_en)
       select sold.id, 'type-' || n, n, cents, 'Preis ' || n, 'Price ' || n
       from sold, unnest($3::integer[]) with ordinality as p (cents, n)
       returning id, position
     )
     select made.id, sold.id as product_id,
       array(select id from priced order by position) as types
     from made, sold`,
    [slug, quantity, prices, presold, onsale],
  );
  const made = rows[0];
  if (made === undefined) throw new Error('no concert was created');
  await setLimits(pool, made.product_id, made.types, concert);
  return { id: made.id, productId: made.product_id, types: made.types };
}

async function setLimits(
  pool: Pool,
  productId: number,
  types: number[],
  { maxPerOrder, quotas = {}, onlyWith = {}, maxOfType = {} }: NewConcert,
): Promise<void> {
  const typeOf = (index: string | number) => types[Number(index)];
  if (maxPerOrder !== undefined) {
    const values = [productId, maxPerOrder];
    await pool.query('update product set max_per_order = $2 where id = $1', values);
  }
  for (const [index, quantity] of Object.entries(quotas)) {
    const values = [typeOf(index), quantity];
    await pool.query('insert into ticket_quota (ticket_type_id, quantity) values ($1, $2)', values);
  }
  for (const [index, others] of Object.entries(onlyWith)) {
    const values = [typeOf(index), others.map(typeOf)];
    await pool.query('insert into ticket_type_only_with select $1, unnest($2::integer[])', values);
  }
  for (const [index, most] of Object.entries(maxOfType)) {
    const values = [typeOf(index), most];
    await pool.query('update ticket_type set max_per_order = $2 where id = $1', values);
  }
}

/** Inserts the association's data of the demonstration, which every shop needs to start. */
export async function ensureFestival(pool: Pool): Promise<void> {
  const { festival, legal } = await readProgramme(demoFolder);
  await pool.query(`insert into festival (content) values ($1) on conflict (id) do nothing`, [
    JSON.stringify({ ...festival, legal }),
  ]);
}
