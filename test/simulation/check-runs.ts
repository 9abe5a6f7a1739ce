import type { Pool } from 'pg';
import type { TestOffice } from '../office.ts';

/** Payments whose money went back by a lost dispute or in the dashboard, beside what the shop has requested. */
const isReturnedElsewhere = `(exists (select from dispute d where d.intent_id = c.intent_id and d.status = 'lost')
  or exists (select from refund f where f.intent_id = c.intent_id and f.reason = 'dashboard'))`;

/** What must hold once all runs have ended, each as a query of violations. */
const rules = [
  `select format('item %s is due at %s', id, next_at) from run_item where next_at is not null`,
  `select format('item %s is %s', s.id, s.state) from run_item_state s join run r on r.id = s.run_id
   where r.undone_at is null and s.state in ('waiting', 'asked', 'working', 'on-its-way', 'failed')`,
  `select format('item %s of a run that was undone is %s', i.id, i.state) from run_item i
   join run r on r.id = i.run_id where r.undone_at is not null and (i.state <> 'waiting' or i.invoice_id is not null)`,
  `select format('order %s has a valid ticket of the cancelled concert %s', o.order_no, k.id)
   from concert k join product p on p.concert_id = k.id join ticket t on t.product_id = p.id
   join orders o on o.id = t.order_id join checkout c on c.id = o.checkout_id
   where k.cancelled_at is not null and t.voided_at is null
     and not exists (select from dispute d where d.intent_id = c.intent_id and d.status = 'lost')`,
  // an item's invoice is over its tickets, and over the postage that is left with the last one
  `select format('item %s: tickets over %s are void, postage %s, but the invoice is over %s', i.id, t.cents,
     c.delivery_cents, v.amount_cents)
   from run_item i join invoice v on v.id = i.invoice_id join orders o on o.id = i.order_id
   join checkout c on c.id = o.checkout_id, lateral (
     select sum(t.price_cents) as cents from ticket t where t.order_id = o.id and t.voided_at = v.issued_at
       and not exists (select from ticket n where n.replaces_id = t.id)) t
   where not ${isReturnedElsewhere} and v.amount_cents not in (t.cents, t.cents + c.delivery_cents)`,
  // nothing is left of an order without valid tickets whose last ones a run has made void
  `select format('order %s: invoices over %s of %s', o.order_no, s.cents, c.amount_cents)
   from orders o join checkout c on c.id = o.checkout_id, lateral (
     select sum(amount_cents) as cents, max(issued_at) as last from invoice
     where order_id = o.id and series = 'cancellation') s
   where not exists (select from ticket where order_id = o.id and voided_at is null) and s.cents <> c.amount_cents
     and exists (select from run_item i join invoice v on v.id = i.invoice_id
       where i.order_id = o.id and v.issued_at = s.last)`,
  `select format('order %s: cancelled over %s, but %s returned and %s donated', o.order_no, v.cents, r.cents, d.cents)
   from orders o join checkout c on c.id = o.checkout_id,
   lateral (select coalesce(sum(amount_cents), 0) as cents from invoice
     where order_id = o.id and series = 'cancellation') v,
   lateral (select coalesce(sum(amount_cents), 0) as cents from returned_money where intent_id = c.intent_id) r,
   lateral (select coalesce(sum(amount_cents), 0) as cents from donation where order_id = o.id) d
   where case when exists (select from dispute l where l.intent_id = c.intent_id and l.status = 'lost')
     then v.cents > r.cents + d.cents else v.cents <> r.cents + d.cents end`,
  `select format('%s mails %s of %s', count(*), kind, facts) from mail
   where kind in ('concert-cancelled', 'concert-changed', 'choice-reminder', 'donation-thanks') group by kind, facts having count(*) > 1`,
  `select format('%s mails for the cancellation invoice of item %s', m.n, i.id)
   from run_item i, lateral (select count(*) as n from mail where kind in ('concert-cancelled', 'order-cancelled')
     and facts->>'invoiceId' = i.invoice_id::text) m where i.invoice_id is not null and m.n <> 1`,
  `select format('donation %s of order %s: %s mails', d.id, d.order_id, m.n)
   from donation d, lateral (select count(*) as n from mail where kind = 'donation-thanks'
     and facts->>'orderId' = d.order_id::text and facts->>'cents' = d.amount_cents::text) m where m.n = 0`,
  // of a moved concert an address has one mail, with returns one for each order
  `select format('run %s: %s mails to %s', r.id, count(*), m.recipient) from run r join run_item i on i.run_id = r.id
   join mail m on m.kind = 'concert-changed' and m.facts->>'itemId' = i.id::text
   group by r.id, m.recipient, case when r.facts->>'returnsUntil' is not null then i.id end having count(*) > 1`,
];

/** Violations of what must hold once all runs of a concert have ended (office.md 6, 5). */
export async function checkRuns(pool: Pool, office: TestOffice): Promise<string[]> {
  const { rows } = await pool.query<{ violation: string }>(
    `select v.violation from (${rules.join(' union all ')}) v (violation)`,
  );
  const violations = rows.map((row) => row.violation);
  const runs = await pool.query<{ id: number }>(
    `select r.id from run r where undone_at is null and not exists (
       select from run_item i join orders o on o.id = i.order_id join checkout c on c.id = o.checkout_id
       where i.run_id = r.id and ${isReturnedElsewhere})`,
  );
  for (const { id } of runs.rows) {
    const page = await office.query('run:refunds', { id });
    const {
      owedCents = 0,
      refundedCents = 0,
      donatedCents = 0,
      invoicedCents = 0,
    } = page?.sums ?? {};
    if (owedCents !== refundedCents + donatedCents || owedCents > invoicedCents) {
      violations.push(`run ${id}: ${JSON.stringify(page?.sums)}`);
    }
  }
  return violations;
}
