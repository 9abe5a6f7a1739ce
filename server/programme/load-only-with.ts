import type { PoolClient } from 'pg';
import type { ChangeCounter } from './upsert-row.ts';

interface LoadOnlyWithInput {
  productId: number;
  /** By slug of the ticket type. */
  onlyWith: Record<string, string[]>;
  typeIds: Map<string, number>;
}

/** Sets which ticket types of a product are sold only together with others. */
export async function loadOnlyWith(
  client: PoolClient,
  changes: ChangeCounter,
  { productId, onlyWith, typeIds }: LoadOnlyWithInput,
): Promise<void> {
  const pairs = Object.entries(onlyWith).flatMap(([slug, others]) =>
    others.map((other) => [typeIds.get(slug), typeIds.get(other)]),
  );
  const types = pairs.map(([type]) => type);
  const others = pairs.map(([, other]) => other);
  const removed = await client.query(
    `delete from ticket_type_only_with o using ticket_type t
    where t.id = o.ticket_type_id and t.product_id = $1
      and not exists (
        select from unnest($2::integer[], $3::integer[]) as w (type_id, with_id)
        where w.type_id = o.ticket_type_id and w.with_id = o.with_type_id)`,
    [productId, types, others],
  );
  const added = await client.query(
    `insert into ticket_type_only_with (ticket_type_id, with_type_id)
    select * from unnest($1::integer[], $2::integer[])
    on conflict do nothing`,
    [types, others],
  );
  changes.count += (removed.rowCount ?? 0) + (added.rowCount ?? 0);
}
