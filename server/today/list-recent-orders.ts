import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { OrderState } from '#contract/office/order-queries.ts';
import type { RecentOrder } from '#contract/office/today-queries.ts';
import { orderStateSql } from '../orders/order-filter-sql.ts';

const MAX_ORDERS = 10;

interface Row {
  order_no: string;
  created_at: Date;
  name: string;
  tickets: number;
  amount_cents: number;
  state: OrderState;
}

/** The latest orders, newest first (office.md 4.3), each with its state and its valid tickets. */
export async function listRecentOrders(pool: Pool): Promise<RecentOrder[]> {
  const { rows } = await pool.query<Row>({
    name: 'list_recent_orders',
    text: `select o.order_no, o.created_at, c.amount_cents,
        (select count(*)::integer from ticket t where t.order_id = o.id and t.voided_at is null) as tickets,
        coalesce(k.name, concat_ws(' ', c.details->>'first_name', c.details->>'last_name')) as name,
        ${orderStateSql} as state
      from (select * from orders order by id desc limit ${MAX_ORDERS}) o
      join checkout c on c.id = o.checkout_id
      left join order_contact k on k.order_id = o.id
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
