import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import type { ChangeCounter } from './upsert-row.ts';

interface LoadOnlyWithInput {
  productId: number;
  /** By slug of the ticket type. */
  onlyWith: Record<string, string[]>;
  typeIds: Map<string, number>;
}

/** Sets which ticket types of a product are sold only together with others. */
export async function loadOnlyWith(
  db: Db,
  changes: ChangeCounter,
  { productId, onlyWith, typeIds }: LoadOnlyWithInput,
): Promise<void> {
  const pairs = Object.entries(onlyWith).flatMap(([slug, others]) =>
    others.map((other) => [typeIds.get(slug), typeIds.get(other)]),
  );
  const types = pairs.map(([type]) => type);
  const others = pairs.map(([, other]) => other);
  const removed = await sql`
    delete from ticket_type_only_with o using ticket_type t
    where t.id = o.ticket_type_id and t.product_id = ${productId}
      and not exists (
        select from unnest(${types}::integer[], ${others}::integer[]) as w (type_id, with_id)
        where w.type_id = o.ticket_type_id and w.with_id = o.with_type_id)`.execute(db);
  const added = await sql`
    insert into ticket_type_only_with (ticket_type_id, with_type_id)
    select * from unnest(${types}::integer[], ${others}::integer[])
    on conflict do nothing`.execute(db);
  changes.count += Number(removed.numAffectedRows ?? 0) + Number(added.numAffectedRows ?? 0);
}
