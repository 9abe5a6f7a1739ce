import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { ListPage, Paging } from '#contract/office/lists.ts';
import type { DispatchOrderDto } from '#contract/office/order-queries.ts';
import { readListPage } from '../operations/list-page.ts';

interface DispatchRow {
  id: number;
  order_no: string;
  created_at: Date;
  name: string;
  city: string;
  tickets: number;
  hours: number;
}

/** A page of the paid postal orders that are not sent yet, oldest first (office.md 7.7). */
export async function listDispatch(
  pool: Pool,
  paging: Paging,
): Promise<ListPage<DispatchOrderDto>> {
  const page = await readListPage<DispatchRow>(
    pool,
    {
      select: `o.id, o.order_no, o.created_at,
        coalesce(x.name, concat_ws(' ', c.details->>'first_name', c.details->>'last_name')) as name,
        c.details->>'city' as city,
        (select count(*)::integer from ticket t where t.order_id = o.id and t.voided_at is null) as tickets,
        floor(extract(epoch from now() - o.post_since) / 3600)::integer as hours`,
      from: `orders o join checkout c on c.id = o.checkout_id left join order_contact x on x.order_id = o.id`,
      where: 'o.post_since is not null and o.posted_at is null and o.cancelled_at is null',
      values: [],
      sort: ['o.post_since', 'o.id'],
      placeOf: 'select k.post_since, k.id from orders k where k.id =',
      isOldestFirst: true,
    },
    paging,
  );
  return {
    ...page,
    rows: page.rows.map(({ order_no: orderNo, created_at: createdAt, ...row }) => ({
      ...row,
      orderNo,
      createdAt: toBerlinIso(createdAt),
    })),
  };
}
