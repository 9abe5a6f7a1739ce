import type { Pool, PoolClient } from 'pg';
import type { ProxyFault } from './platform/client-address.ts';
import type { Logger } from './platform/log.ts';

/** Something that must hold in the database. */
export interface Invariant {
  /** As metrics would name it. */
  name: string;
  /** Selects one sentence for each row that violates it. */
  sql: string;
}

/**
 * Valid tickets of a checkout that is unpaid, or was refunded in full; free ones of another concert may stay then. Those of a lost dispute are a decision of the
 * office, which has a task for it (decision 14), and no fault of the shop.
 */
const unpaidTickets = `from checkout c
    join orders o on o.checkout_id = c.id
    join ticket t on t.order_id = o.id and t.voided_at is null
  where (c.settled_at is null or (c.amount_cents > 0 and t.price_cents > 0 and c.amount_cents <= (
    select sum(coalesce(resolved_cents, amount_cents)) from refund
    where intent_id = c.intent_id and (failed_at is null or resolution = 'by hand'))))`;

/** Paid checkouts without a valid ticket, a refund, a donation or its offer, or a lost dispute. A failed refund is a task of its own. */
const unsuppliedCheckouts = `from checkout c
  where c.settled_at is not null and c.amount_cents > 0
    and not exists (
      select from orders o join ticket t on t.order_id = o.id
      where o.checkout_id = c.id and t.voided_at is null)
    and not exists (select from refund r where r.checkout_id = c.id)
    and not exists (
      select from orders o join run_item i on i.order_id = o.id
      where o.checkout_id = c.id and i.owed_cents > 0 and i.state in ('asked', 'donated'))
    and not exists (select from dispute d where d.intent_id = c.intent_id and d.status = 'lost')`;

/** The sums that the office reads instead of all tickets (office.md 13.2). */
export const salesAreCounted: Invariant = {
  name: 'sales_are_counted',
  sql: `select format('ticket type %s: the stored sales of %s differ from its tickets',
      ticket_type_id, day)
    from sales_day d full join true_sales_day t using (ticket_type_id, day)
    where (coalesce(d.sold, 0), coalesce(d.sold_cents, 0), coalesce(d.complimentary, 0),
        coalesce(d.voided, 0), coalesce(d.voided_cents, 0))
      is distinct from (coalesce(t.sold, 0), coalesce(t.sold_cents, 0), coalesce(t.complimentary, 0),
        coalesce(t.voided, 0), coalesce(t.voided_cents, 0))`,
};

/** The same for the sums of invoices, on the days that have them (office.md 9). */
export const revenueIsCounted: Invariant = {
  name: 'revenue_is_counted',
  sql: `select format('the stored sums of series %s on %s differ from its invoices', series, day)
    from (select day, series, sum(count) as n, sum(gross_cents) as cents from revenue_day group by 1, 2) d
    full join (
      select (issued_at at time zone 'Europe/Berlin')::date as day, series, count(*) as n,
        sum(case series when 'invoice' then amount_cents else -amount_cents end) as cents
      from invoice
      where issued_at < ((select max(day) + 1 from revenue_day)::timestamp at time zone 'Europe/Berlin')
      group by 1, 2) i using (day, series)
    where (d.n, d.cents) is distinct from (i.n, i.cents)`,
};

/** These must hold at every moment, whatever fails. Backups and tests check them. */
export const INVARIANTS: Invariant[] = [
  {
    name: 'held_tickets_are_those_of_carts',
    sql: `select format('product %s: %s held, but the carts hold %s', s.product_id, s.held, n)
      from stock s, lateral (
        select coalesce(sum(quantity), 0) as n from hold where product_id = s.product_id) h
      where s.held <> n`,
  },
  {
    name: 'sold_tickets_are_the_valid_ones',
    sql: `select format('product %s: %s sold, but presold and valid tickets are %s', s.product_id, s.sold, n)
      from stock s join product p on p.id = s.product_id, lateral (
        select p.presold + count(*) as n from ticket where product_id = s.product_id and voided_at is null) t
      where s.sold <> n`,
  },
  {
    name: 'nothing_is_oversold',
    sql: `select format('product %s: oversold', product_id) from stock where sold + held > quantity
      union all
      select format('quota of ticket type %s: oversold', ticket_type_id) from ticket_quota
      where sold + held > quantity`,
  },
  {
    name: 'quotas_are_as_sold_and_held',
    sql: `select format('quota of ticket type %s: %s sold and %s held, but there are %s and %s',
        q.ticket_type_id, q.sold, q.held, t.n, h.n)
      from ticket_quota q, lateral (
        select count(*) as n from ticket where ticket_type_id = q.ticket_type_id and voided_at is null) t,
      lateral (
        select coalesce(sum(quantity), 0) as n from hold where ticket_type_id = q.ticket_type_id) h
      where q.sold <> t.n or q.held <> h.n`,
  },
  {
    name: 'orders_have_tickets',
    sql: `select format('order %s has no tickets', o.order_no) from orders o
      where not exists (select from ticket where order_id = o.id)`,
  },
  {
    name: 'orders_have_the_frozen_tickets',
    sql: `select format('order %s has other tickets than were frozen', o.order_no) from orders o
      where (select jsonb_object_agg(ticket_type_id, n) from (
               -- a reissued ticket takes the place of another one
               select ticket_type_id, count(*) - count(replaces_id) as n from ticket where order_id = o.id
               group by 1) t)
        is distinct from
            (select jsonb_object_agg(ticket_type_id, quantity) from checkout_line
             where checkout_id = o.checkout_id)`,
  },
  {
    name: 'reissued_tickets_are_like_the_old_ones',
    sql: `select format('ticket %s differs from ticket %s, which it replaces', n.id, t.id)
      from ticket n join ticket t on t.id = n.replaces_id
      where t.voided_at is null or (t.order_id, t.product_id, t.ticket_type_id, t.price_cents)
        is distinct from (n.order_id, n.product_id, n.ticket_type_id, n.price_cents)`,
  },
  {
    name: 'cancellations_are_within_the_invoice',
    sql: `select format('order %s: cancellation invoices over more than its invoice', o.order_no)
      from orders o join (select order_id, sum(amount_cents) as cents from invoice where series = 'cancellation'
        group by 1) x on x.order_id = o.id join checkout c on c.id = o.checkout_id
      where x.cents > c.amount_cents`,
  },
  {
    name: 'cancelled_concerts_are_not_sold',
    sql: `select format('concert %s is cancelled, but on sale', id) from concert
      where cancelled_at is not null and (onsale or on_sale_from is not null)
      union all
      select format('order %s has valid tickets of the cancelled concert %s, and no run returns them', o.order_no, k.id)
      from concert k join product p on p.concert_id = k.id
      join ticket t on t.product_id = p.id and t.voided_at is null join orders o on o.id = t.order_id
      where k.cancelled_at is not null and not exists (
        select from run r join run_item i on i.run_id = r.id
        where r.concert_id = k.id and r.kind = 'concert-cancelled' and r.undone_at is null and i.order_id = o.id)`,
  },
  {
    name: 'cancellations_are_returned_or_donated',
    sql: `select format('item %s of run %s: %s are owed, but %s refunded and %s donated', i.id, i.run_id,
        i.owed_cents, coalesce(s.refund_cents, 0), coalesce(d.amount_cents, 0))
      from run_item i join run_item_state s on s.id = i.id
      left join donation d on (d.run_id, d.order_id) = (i.run_id, i.order_id)
      where s.state in ('refunded', 'shared', 'donated', 'working', 'on-its-way')
        and i.owed_cents <> coalesce(s.refund_cents, 0) + coalesce(d.amount_cents, 0)
        and not exists (select from refund x join refund y on y.intent_id = x.intent_id
          where x.id = s.refund_id and y.reason = 'dashboard')`,
  },
  {
    name: 'orders_are_settled',
    sql: `select format('order %s of an unsettled checkout', o.order_no)
      from orders o join checkout c on c.id = o.checkout_id where c.settled_at is null`,
  },
  {
    name: 'tickets_without_payment',
    sql: `select format('ticket %s of order %s is valid, but not paid', t.id, o.order_no) ${unpaidTickets}`,
  },
  {
    name: 'settled_payments_have_order_or_refund',
    sql: `select format('checkout %s is settled with neither order nor refund', c.id) from checkout c
      where c.settled_at is not null and c.amount_cents > 0
        and not exists (select from orders where checkout_id = c.id)
        and not exists (select from refund where checkout_id = c.id)`,
  },
  {
    name: 'invoice_numbers_are_consecutive',
    sql: `select format('%s numbers of %s have gaps: %s up to %s, counter %s', i.series, i.year, i.n, i.last, c.last)
      from (select series, year, count(*) as n, max(number) as last from invoice group by 1, 2) i
      full join invoice_counter c using (series, year)
      where i.n is distinct from i.last or i.last is distinct from c.last`,
  },
  {
    name: 'orders_have_an_invoice',
    sql: `select format('order %s has no invoice over its sum', o.order_no)
      from orders o join checkout c on c.id = o.checkout_id
      where not exists (select from invoice i where i.order_id = o.id and i.series = 'invoice'
                        and i.amount_cents = c.amount_cents) and o.origin <> 'complimentary'`,
  },
  {
    name: 'frozen_amounts_are_those_of_the_lines',
    sql: `select format('checkout %s is frozen at %s, its lines are %s', c.id, c.amount_cents, l.cents)
      from checkout c, lateral (
        select c.delivery_cents + sum(quantity * price_cents) as cents from checkout_line
        where checkout_id = c.id) l
      where l.cents is distinct from c.amount_cents`,
  },
  salesAreCounted,
  revenueIsCounted,
];

/** Finds all violations at one moment, as sentences; a healthy shop has none. */
export async function listViolations(pool: Pool | PoolClient): Promise<string[]> {
  const all = INVARIANTS.map(({ sql }) => sql).join(' union all ');
  const { rows } = await pool.query<{ violation: string }>(
    `select v.violation from (${all}) v (violation)`,
  );
  return rows.map((row) => row.violation);
}

/** The two numbers that must be 0 (api.md, Operations): read by /readyz, /metrics and reconciliation. */
export interface ViolationCounts {
  paid_without_ticket_or_refund: number;
  tickets_without_payment: number;
}

const isUnverified = 'c.id in (select checkout_id from unverified_checkout)';

/**
 * Counts violations of money and tickets among the checkouts that are not verified. `unverified_checkout` has each one
 * that has changed and each that `verifyCheckouts` found wrong, however old (decision 14).
 */
export async function countViolations(pool: Pool | PoolClient): Promise<ViolationCounts> {
  const { rows } = await pool.query<ViolationCounts>(
    `select (select count(*)::integer ${unsuppliedCheckouts} and ${isUnverified}) as paid_without_ticket_or_refund,
       (select count(*)::integer ${unpaidTickets} and ${isUnverified}) as tickets_without_payment`,
  );
  return rows[0] as ViolationCounts;
}

/** The payments that `countViolations` counts, by the id of the provider's intent, up to 20; for the log. */
export async function listViolatingPayments(pool: Pool | PoolClient): Promise<string[]> {
  const { rows } = await pool.query<{ intent_id: string }>(
    `select intent_id from checkout
     where id in (select c.id ${unsuppliedCheckouts} and ${isUnverified}
                  union select c.id ${unpaidTickets} and ${isUnverified})
     order by id limit 20`,
  );
  return rows.map((row) => row.intent_id);
}

/** The number of checkouts that each minute compares again: 200,000 in less than a day, in about 2 ms each. */
const SLICE_COUNT = 200;

/**
 * Compares the checkouts that have changed, and a slice of all of them, since a change may bypass the triggers.
 * Those that are right are verified; the others stay in `unverified_checkout`.
 * @param minute decides the slice
 */
export async function verifyCheckouts(
  pool: Pool | PoolClient,
  minute = Math.floor(Date.now() / 60_000),
): Promise<void> {
  const { rows } = await pool.query<{ slices: number }>(
    'select coalesce((max(id) - 1) / $1, 0) + 1 as slices from checkout',
    [SLICE_COUNT],
  );
  const first = (minute % (rows[0]?.slices ?? 1)) * SLICE_COUNT;
  await pool.query(
    `insert into unverified_checkout (checkout_id) (
       select c.id ${unsuppliedCheckouts} and c.id > $1 and c.id <= $2
       union select c.id ${unpaidTickets} and c.id > $1 and c.id <= $2
       except select checkout_id from unverified_checkout)`,
    [first, first + SLICE_COUNT],
  );
  // one statement: a change that commits in the meantime has a row of its own, which stays
  await pool.query(
    `delete from unverified_checkout u
     where not exists (select ${unsuppliedCheckouts} and c.id = u.checkout_id)
       and not exists (select ${unpaidTickets} and c.id = u.checkout_id)`,
  );
}

/** The last result of a comparison that must find nothing. */
export interface CheckResult {
  name: string;
  checkedAt: Date;
  violations: number;
  /** Null without violations. */
  violatedSince: Date | null;
}

/** Stores what comparisons found, and since when they find something (office.md 4.4). */
export async function saveCheckResults(pool: Pool, results: Record<string, number>): Promise<void> {
  await pool.query(
    `insert into check_result as r (name, checked_at, violations, violated_since)
     select name, now(), violations, case when violations > 0 then now() end
     from unnest($1::text[], $2::integer[]) as found (name, violations) order by name
     on conflict (name) do update set checked_at = excluded.checked_at, violations = excluded.violations,
       violated_since = case when excluded.violations > 0
         then coalesce(r.violated_since, excluded.violated_since) end`,
    [Object.keys(results), Object.values(results)],
  );
}

/** Stores the two numbers that must be 0 (api.md, Operations). */
export async function saveViolationCounts(pool: Pool, counts: ViolationCounts): Promise<void> {
  const { paid_without_ticket_or_refund, tickets_without_payment } = counts;
  await saveCheckResults(pool, { paid_without_ticket_or_refund, tickets_without_payment });
}

/** The results stored so far, by name. */
export async function readCheckResults(pool: Pool): Promise<Map<string, CheckResult>> {
  const { rows } = await pool.query<CheckResult>(
    `select name, checked_at as "checkedAt", violations, violated_since as "violatedSince" from check_result`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** The name under which check_result shows requests of a proxy that does not fit; never with 0 violations. */
export const PROXY_CHECK = 'requests_of_unfit_proxy';

/** How often a process stores that such requests go on. */
const STORE_EVERY_MS = 10 * 60_000;

const texts: Record<ProxyFault, string> = {
  untrusted:
    'A request with X-Forwarded-For came from a peer that TRUSTED_PROXY does not name; if that is your proxy, all visitors count as one',
  unreadable:
    'A proxy of TRUSTED_PROXY forwarded an address that cannot be read; the visitors of such requests count as one',
};

/** Reports each fault of the proxy: to the log once for each process, and to the page Health (office.md 4.5). */
export function createProxyFaultReport(pool: Pool, log: Logger): (fault: ProxyFault) => void {
  const logged = new Set<ProxyFault>();
  let storedAt = -Infinity;
  return (fault) => {
    if (!logged.has(fault)) log.error(texts[fault]);
    logged.add(fault);
    if (performance.now() - storedAt < STORE_EVERY_MS) return;
    storedAt = performance.now();
    saveCheckResults(pool, { [PROXY_CHECK]: 1 }).catch((err: unknown) =>
      log.warn({ err }, 'Could not store that the proxy does not fit'),
    );
  };
}
