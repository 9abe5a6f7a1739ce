import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { Language } from '#contract/language.ts';
import type { OrderDocument } from '#contract/office/order-queries.ts';
import { isLate } from './order-filter-sql.ts';
import {
  ticketPosition,
  formatFilename,
  type NamedDocument,
} from '../../documents/find-document.ts';

type DocumentRow = NamedDocument & {
  id: number | null;
  made_at: Date | null;
  language: Language;
  void_state: OrderDocument['voidState'];
  is_late: boolean;
};

/** The documents of an order, those that are missing included: a row without id is missing. */
const selectDocuments = `
  with needed as (
    select 'invoice' as kind, null::bigint as ticket_id, i.id as invoice_id, o.created_at as due_at from invoice i
      join orders o on o.id = i.order_id
    where i.order_id = $1 and i.series = 'invoice'
    union all select 'confirmation', null, null, created_at from orders where id = $1
    union all select 'cancellation', null, i.id, i.issued_at from invoice i
    where i.order_id = $1 and i.series = 'cancellation'
    union all select 'ticket', t.id, null, coalesce(
      (select p.voided_at from ticket p where p.id = t.replaces_id),
      (select created_at from orders where id = $1))
    from ticket t
    where t.order_id = $1 and (exists (select from document d where d.ticket_id = t.id)
      or t.voided_at is null and exists (select from orders o join checkout c on c.id = o.checkout_id
        where o.id = $1 and c.delivery_method = 'onlineticket'))
  )
  select d.id, d.made_at, n.kind, c.language, o.order_no, i.series, i.year, i.number,
    ${ticketPosition('$1', 'n.ticket_id')} as position,
    (select case when exists (select from ticket s where s.replaces_id = t.id) then 'replaced' else 'void' end
     from ticket t where t.id = n.ticket_id and t.voided_at is not null) as void_state,
    ${isLate('n.due_at')} as is_late
  from needed n join orders o on o.id = $1 join checkout c on c.id = o.checkout_id
    left join invoice i on i.id = n.invoice_id
    left join document d on d.order_id = $1 and d.kind = n.kind and d.ticket_id is not distinct from n.ticket_id
      and (n.kind <> 'cancellation' or d.invoice_id = n.invoice_id)
  order by array_position(array['invoice', 'cancellation', 'confirmation', 'ticket'], n.kind), i.id, n.ticket_id`;

/** The documents of an order, missing ones included. */
export async function listOrderDocuments(pool: Pool, orderId: number): Promise<OrderDocument[]> {
  const { rows } = await pool.query<DocumentRow>(selectDocuments, [orderId]);
  return rows.map((row) => ({
    id: row.id,
    name: formatFilename(row, row.language),
    createdAt: toBerlinIso(row.made_at),
    voidState: row.void_state,
    isLate: row.is_late,
  }));
}
