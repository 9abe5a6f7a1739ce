import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { OrderState, RecentOrder } from '#contract/office/today-queries.ts';

const MAX_ORDERS = 10;

interface Row {
  order_no: string;
  created_at: Date;
  name: string;
  tickets: number;
  amount_cents: number;
  state: OrderState;
}

/** The latest orders, newest first (office.md 4.3), each with the first state of 7.1 that fits. */
export async function listRecentOrders(pool: Pool): Promise<RecentOrder[]> {
  const { rows } = await pool.query<Row>({
    name: 'list_recent_orders',
    text: `select o.order_no, o.created_at, c.amount_cents, t.sold as tickets,
        coalesce(k.name, concat_ws(' ', c.details->>'first_name', c.details->>'last_name')) as name,
        case
          when exists (select from dispute d where d.intent_id = c.intent_id and d.closed_at is null)
            then 'disputed'
          when exists (select from refund r where r.checkout_id = c.id and r.failed_at is not null
            and r.resolved_at is null) then 'refund-failed'
          when t.valid = 0 then 'cancelled'
          when t.voided > 0 then 'partly-cancelled'
          when c.amount_cents = 0 then 'free'
          else 'paid'
        end as state
      from (select * from orders order by id desc limit ${MAX_ORDERS}) o
      join checkout c on c.id = o.checkout_id
      left join order_contact k on k.order_id = o.id
      cross join lateral (
        select count(*) filter (where t.replaces_id is null)::integer as sold,
          count(*) filter (where t.voided_at is null)::integer as valid,
          -- a reissue counts as neither
          count(*) filter (where t.voided_at is not null
            and not exists (select from ticket r where r.replaces_id = t.id))::integer as voided
        from ticket t where t.order_id = o.id
      ) t
      order by o.id desc`,
  });
  return rows.map((row) => ({
    orderNo: row.order_no,
    createdAt: toBerlinIso(row.created_at),
    name: row.name,
    tickets: row.tickets,
    amountCents: row.amount_cents,
    state: row.state,
  }));
}
