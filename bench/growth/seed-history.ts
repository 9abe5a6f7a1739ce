import type { Pool } from 'pg';
import { seedOrders, type HistorySize } from './seed-orders.ts';

/** The size of a festival's data after five years. */
export const FIVE_SEASONS: HistorySize = {
  seasons: 5,
  concertsPerSeason: 40,
  orders: 200_000,
  accounts: 100_000,
};

/**
 * Writes past seasons by set-based statements: copies of the existing concerts (at least one), accounts, and
 * their orders up to now with tickets, invoices, documents and mails. Past seasons are unpublished, as after
 * loading a new programme. All accounts have the same password hash. Disables foreign key checks, which
 * needs a superuser.
 */
export async function seedHistory(
  pool: Pool,
  size: HistorySize,
  passwordHash = 'none',
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local session_replication_role = replica;
      set local synchronous_commit = off; set local statement_timeout = 0`);
    await client.query(madeConcerts, [size.seasons, size.concertsPerSeason]);
    for (const statement of programme) await client.query(statement);
    await client.query(accounts, [size.accounts, passwordHash]);
    for (const statement of customers) await client.query(statement);
    await seedOrders(client, size);
    await client.query(`update stock set sold = (select count(*) from ticket t
        where t.product_id = stock.product_id and t.voided_at is null)
      where product_id in (select product_id from grown_concert)`);
    await client.query(salesDays);
    for (const statement of openCarts) await client.query(statement);
    await client.query('drop table grown_concert');
    await client.query('commit');
  } finally {
    client.release();
  }
  await pool.query(`set statement_timeout = 0; analyze; reset statement_timeout`);
  // so that the catalogue reloads the programme
  await pool.query('update festival set updated_at = clock_timestamp()');
}

/** Season 0 is the current one: published and on sale, filled up to its size. */
const madeConcerts = `
  with source as (
    select *, row_number() over (order by id) - 1 as n, count(*) over () as total from concert
  ), made as (
    insert into concert (slug, starts_at, duration_minutes, venue_id, title_de, title_en, subtitle_de,
      subtitle_en, introduction_de, introduction_en, onsale, is_academy, is_long_night, light_key,
      published_at)
    select source.slug || '-' || season || '-' || n.n, source.starts_at - make_interval(years => season,
        secs => n.n::integer), source.duration_minutes, source.venue_id, source.title_de, source.title_en,
      source.subtitle_de, source.subtitle_en, source.introduction_de, source.introduction_en, season = 0,
      source.is_academy, false, source.light_key, case when season = 0 then now() end
    from generate_series(0, $1::integer - 1) season, generate_series(1, $2::bigint) n (n)
      join source on source.n = n.n % source.total
    where season > 0 or n.n > source.total
    returning id, slug, starts_at
  )
  select made.id, made.starts_at, source.id as source_id, nextval('product_id_seq')::integer as product_id,
    row_number() over (order by made.starts_at) - 1 as place
  into temporary grown_concert
  from made join source on made.slug like source.slug || '-%'
    and made.slug ~ ('^' || source.slug || '-[0-9]+-[0-9]+$')`;

/** Copies the rows that belong to a concert. */
const programme = [
  `insert into piece (concert_id, position, composer_id, title_de, title_en, opus, tonality, catalogue_no,
     interval_after)
   select g.id, p.position, p.composer_id, p.title_de, p.title_en, p.opus, p.tonality, p.catalogue_no,
     p.interval_after
   from grown_concert g join piece p on p.concert_id = g.source_id`,
  `insert into movement (piece_id, position, title, lang)
   select copy.id, m.position, m.title, m.lang
   from grown_concert g join piece p on p.concert_id = g.source_id
     join piece copy on copy.concert_id = g.id and copy.position = p.position
     join movement m on m.piece_id = p.id`,
  `insert into piece_musician (piece_id, position, musician_id, instrument_de, instrument_en)
   select copy.id, m.position, m.musician_id, m.instrument_de, m.instrument_en
   from grown_concert g join piece p on p.concert_id = g.source_id
     join piece copy on copy.concert_id = g.id and copy.position = p.position
     join piece_musician m on m.piece_id = p.id`,
  `insert into product (id, concert_id) overriding system value select product_id, id from grown_concert`,
  `insert into stock (product_id, quantity) select product_id, 100000 from grown_concert`,
  `insert into ticket_type (product_id, slug, position, price_cents, name_de, name_en)
   select product_id, 'full', 1, 2400, 'Normalpreis', 'Full price' from grown_concert`,
];

const accounts = `
  insert into account (email, first_name, last_name, password_hash, language, email_verified_at, created_at)
  select 'person-' || n || '@example.org', 'Anna', 'Rast ' || n, $2,
    case when n % 3 = 0 then 'en' else 'de' end, now(), now() - n * interval '25 minutes'
  from generate_series(1, $1::integer) n`;

const ofGrown = `from account where email like 'person-%'`;
const customers = [
  `insert into delivery_details (account_id, first_name, last_name, email, street, zip, city, country_id)
   select id, first_name, last_name, email, 'Am Markt 1', '04109', 'Leipzig', 55 ${ofGrown}`,
  `insert into access_token (token_hash, account_id, expires_at)
   select sha256(email::bytea), id, now() + interval '20 days' ${ofGrown} and id % 5 = 0`,
  `insert into newsletter_subscription (email, account_id, language, general, confirmed_at)
   select email, id, language, true, now() ${ofGrown} and id % 4 = 0`,
];

/** Writes the sales of each day, which the disabled triggers have not counted. */
const salesDays = `
  insert into sales_day select * from true_sales_day
  on conflict (ticket_type_id, day) do update set sold = excluded.sold, sold_cents = excluded.sold_cents,
    complimentary = excluded.complimentary, voided = excluded.voided, voided_cents = excluded.voided_cents`;

/** 300 open carts with a ticket each. */
const openCarts = [
  `with made as (
     insert into cart (session_id, expires_at, release_at)
     select gen_random_uuid(), now() + interval '1 hour', now() + interval '1 hour' from generate_series(1, 300)
     returning id
   )
   insert into hold (cart_id, ticket_type_id, product_id, quantity)
   select made.id, y.id, y.product_id, 1
   from made join lateral (
     select t.id, t.product_id from ticket_type t join grown_concert g on g.product_id = t.product_id
     where g.place % 7 = made.id % 7 order by g.starts_at desc limit 1) y on true`,
  `update stock set held = h.quantity
   from (select product_id, sum(quantity) as quantity from hold group by product_id) h
   where h.product_id = stock.product_id
     and stock.product_id in (select product_id from grown_concert)`,
];
