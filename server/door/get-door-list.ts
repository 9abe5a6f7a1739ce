import type { Pool } from 'pg';
import { formatLastNameFirst } from '../orders/format-last-name-first.ts';
import { StartError } from '../platform/errors.ts';

/** One order at the entrance. */
interface DoorListRow {
  name: string;
  order: string;
  delivery: string;
  tickets: string;
}

/** All orders for a concert. */
export interface DoorList {
  /** Title, start and totals of the concert. */
  heading: string;
  rows: DoorListRow[];
}

/**
 * Gets the orders of a concert by the name of their contact (office.md 7.3). `delivery` tells which buyers collect their tickets.
 * Throws StartError for an unknown concert.
 * @param concert id or slug
 */
export async function getDoorList(pool: Pool, concert: string): Promise<DoorList> {
  const found = await pool.query<{ id: number; title: string; starts: string }>(
    `select id, title_de as title, to_char(starts_at at time zone 'Europe/Berlin', 'DD.MM.YYYY HH24.MI') as starts
     from concert where slug = $1 or id::text = $1`,
    [concert],
  );
  const one = found.rows[0];
  if (one === undefined) throw new StartError(`There is no concert ${concert}.`);
  const { rows } = await pool.query<DoorListRow & { contact: string | null; count: number }>(
    `select name, contact, "order", delivery, string_agg(number || ' × ' || type, ', ' order by type) as tickets,
       sum(number)::integer as count
     from (
       select concat_ws(', ', c.details->>'last_name', c.details->>'first_name') as name,
         nullif(x.name, concat_ws(' ', c.details->>'first_name', c.details->>'last_name')) as contact,
         o.order_no as "order", case c.delivery_method when 'boxoffice' then 'BOX OFFICE'
           when 'postal' then 'by post' else 'online' end as delivery,
         tt.name_de as type, count(*) as number
       from ticket t join orders o on o.id = t.order_id join checkout c on c.id = o.checkout_id
       join ticket_type tt on tt.id = t.ticket_type_id join product p on p.id = t.product_id
         left join order_contact x on x.order_id = o.id
       where p.concert_id = $1 and t.voided_at is null
       group by 1, 2, 3, 4, 5
     ) lines group by 1, 2, 3, 4`,
    [one.id],
  );
  const total = rows.reduce((sum, row) => sum + row.count, 0);
  return {
    heading: `${one.title}, ${one.starts} Uhr\n${total} tickets in ${rows.length} orders`,
    rows: rows
      .map(({ name, contact, order, delivery, tickets }) => ({
        name: contact === null ? name : formatLastNameFirst(contact),
        order,
        delivery,
        tickets,
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'de') || a.order.localeCompare(b.order)),
  };
}
