import type { ClientBase } from 'pg';

/** The amount of history that `seedHistory` writes. */
export interface HistorySize {
  seasons: number;
  concertsPerSeason: number;
  orders: number;
  accounts: number;
}

/**
 * Writes orders of two tickets each, from the first season up to an hour ago, with all dependent rows. An
 * order, its checkout and its cart have the same id. Needs the temporary table of seed-history.ts.
 */
export async function seedOrders(
  client: ClientBase,
  { orders }: Pick<HistorySize, 'orders'>,
): Promise<void> {
  await client.query(sold, [orders]);
  for (const statement of rows) await client.query(statement);
  await client.query('drop table grown_order');
}

/** Orders and concerts by date; every second order belongs to an account, every hundredth is refunded. */
const sold = `
  select n, b.id + n as id, b.ticket + 2 * n as ticket, g.product_id, y.id as type_id,
    now() - interval '1 hour' - ($1::integer - n) * interval '5 years' / $1::integer as at,
    case when n % 2 = 0 then a.first + n % a.total end::integer as account_id, n % 100 = 0 as refunded,
    case when n % 5 = 0 then 'boxoffice' else 'onlineticket' end as method
  into temporary grown_order
  from generate_series(1, $1::integer) n
    cross join (select (select coalesce(max(id), 0) + 1000 from
        (select id from cart union all select id from checkout union all select id from orders) all_ids) as id,
      (select coalesce(max(id), 0) + 1000 from ticket) as ticket,
      (select count(*) from grown_concert) as concerts) b
    cross join (select min(id) as first, count(*) as total from account
      where email like 'person-%') a
    join grown_concert g on g.place = (n - 1)::bigint * b.concerts / $1::integer
    join ticket_type y on y.product_id = g.product_id`;

/** In the format that a checkout stores (server/checkout/freeze-cart.ts). */
const details = `jsonb_build_object('master_data_id', n, 'first_name', 'Anna', 'last_name', 'Rast',
  'email', 'person-' || n || '@example.org', 'street', 'Am Markt 1', 'zip', '04109', 'city', 'Leipzig',
  'country_id', 55, 'country_de', 'Deutschland', 'country_en', 'Germany')`;

const documents = (kind: string, ticket: string, where: string): string =>
  `insert into document (order_id, kind, ticket_id, invoice_id, bytes, made_at)
   select id, '${kind}', ${ticket}, ${kind === 'invoice' ? 'id' : 'null'},
     convert_to(repeat('%PDF ', 40), 'UTF8'), at
   from grown_order ${where}`;

const setSequence = (table: string): string =>
  `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`;

const rows = [
  `insert into cart (id, session_id, created_at, expires_at, release_at, payment_extended_at, delivery_method, ended_at)
   overriding system value
   select id, gen_random_uuid(), at, at + interval '30 minutes', at + interval '30 minutes', at, method, at
   from grown_order`,
  `insert into checkout (id, cart_id, session_id, account_id, language, fingerprint, amount_cents,
     delivery_method, delivery_cents, details, terms_version, intent_id, client_secret, created_at, settled_at)
   overriding system value
   select id, id, gen_random_uuid(), account_id, 'de', 'grown', 4800, method, 0, ${details}, '1',
     'pi_grown' || n, 'secret', at, at from grown_order`,
  `insert into checkout_line (checkout_id, ticket_type_id, product_id, quantity, price_cents)
   select id, type_id, product_id, 2, 2400 from grown_order`,
  `insert into orders (id, checkout_id, order_no, account_id, created_at, cancelled_at)
   overriding system value
   select id, id, 'OLD-' || n, account_id, at, case when refunded then at end from grown_order`,
  `insert into ticket (id, order_id, product_id, ticket_type_id, price_cents, voided_at)
   overriding system value
   select ticket + k, id, product_id, type_id, 2400, case when refunded then at end
   from grown_order, generate_series(0, 1) k`,
  `insert into refund (checkout_id, intent_id, amount_cents, reason, provider_id, requested_at, succeeded_at)
   select id, 'pi_grown' || n, 4800, 'office', 're_grown' || n, at, at from grown_order where refunded`,
  `insert into invoice (id, order_id, series, year, number, amount_cents, issued_at)
   overriding system value
   select id, id, 'invoice', extract(year from at), 1000000 + n, 4800, at from grown_order`,
  documents('invoice', 'null::bigint', ''),
  documents('confirmation', 'null::bigint', ''),
  documents('ticket', 'ticket + k', `, generate_series(0, 1) k where method = 'onlineticket'`),
  `insert into mail (kind, recipient, language, facts, event_key, created_at, attempts, sent_at)
   select 'order-confirmation', 'person-' || n || '@example.org', 'de',
     jsonb_build_object('orderId', id), 'order-' || id, at, 1, at from grown_order`,
  ...['cart', 'checkout', 'orders', 'ticket', 'invoice'].map(setSequence),
];
