import type { Pool } from 'pg';

/** What must hold of every shop at every moment, each as sentences about what does not. */
const promises = [
  `select format('product %s: %s sold, but presold and valid tickets are %s', s.product_id, s.sold, n)
   from stock s join product p on p.id = s.product_id, lateral (
     select p.presold + count(*) as n from ticket where product_id = s.product_id and voided_at is null) t
   where s.sold <> n`,
  `select format('product %s: %s held, but the carts hold %s', s.product_id, s.held, n)
   from stock s, lateral (
     select coalesce(sum(quantity), 0) as n from hold where product_id = s.product_id) h
   where s.held <> n`,
  `select format('%s numbers of %s have gaps: %s up to %s, counter %s', i.series, i.year, i.n, i.last, c.last)
   from (select series, year, count(*) as n, max(number) as last from invoice group by 1, 2) i
   full join invoice_counter c using (series, year)
   where i.n is distinct from i.last or i.last is distinct from c.last`,
  `select format('order %s has no invoice over its sum', o.order_no)
   from orders o join checkout c on c.id = o.checkout_id
   where not exists (select from invoice i where i.order_id = o.id and i.series = 'invoice'
                     and i.amount_cents = c.amount_cents)`,
  `select format('order %s has no tickets', o.order_no) from orders o
   where not exists (select from ticket where order_id = o.id)`,
  `select format('checkout %s is settled with neither order nor refund', c.id) from checkout c
   where c.settled_at is not null and c.amount_cents > 0
     and not exists (select from orders where checkout_id = c.id)
     and not exists (select from refund where checkout_id = c.id)`,
];

/** Sentences about what contradicts itself in the data; none is what we want. */
export async function findContradictions(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ format: string }>(promises.join(' union all '));
  return rows.map((row) => row.format);
}
