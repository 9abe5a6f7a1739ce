import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import type { ChangeCounter } from './upsert-row.ts';
import type { LoadedSale } from './load-sale.ts';
import { lockStock } from './load-stock.ts';
import { ProgrammeError } from './programme-format.ts';

/**
 * Sets the quotas of ticket types, and counts what is sold and held of them. Throws ProgrammeError
 * if that exceeds a quota. Locks the product's stock until the commit.
 */
export async function loadQuotas(
  db: Db,
  changes: ChangeCounter,
  { productId, concertSlug, typeIds, quotas }: LoadedSale,
): Promise<void> {
  const wanted = new Map(
    Object.entries(quotas).map(([slug, quantity]) => [typeIds.get(slug) ?? 0, quantity]),
  );
  if (isDeepStrictEqual(await findQuotas(db, productId), wanted)) return;
  changes.count++;
  await lockStock(db, productId);
  await sql`delete from ticket_quota q using ticket_type t
    where t.id = q.ticket_type_id and t.product_id = ${productId}`.execute(db);
  for (const [slug, quantity] of Object.entries(quotas)) {
    const typeId = typeIds.get(slug) ?? 0;
    const { sold, held } = await countTaken(db, typeId);
    if (sold + held > quantity) {
      throw new ProgrammeError(
        `“${concertSlug}” cannot have ${quantity} tickets of type ${slug}: ` +
          `${sold + held} are sold or in a cart.`,
      );
    }
    await sql`insert into ticket_quota (ticket_type_id, quantity, sold, held)
      values (${typeId}, ${quantity}, ${sold}, ${held})`.execute(db);
  }
}

async function findQuotas(db: Db, productId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ ticket_type_id: number; quantity: number }>`
    select q.ticket_type_id, q.quantity from ticket_quota q
    join ticket_type t on t.id = q.ticket_type_id where t.product_id = ${productId}`.execute(db);
  return new Map(rows.map((row) => [row.ticket_type_id, row.quantity]));
}

async function countTaken(db: Db, typeId: number): Promise<{ sold: number; held: number }> {
  const { rows } = await sql<{ sold: number; held: number }>`
    select
      (select count(*) from ticket
       where ticket_type_id = ${typeId} and voided_at is null)::integer as sold,
      (select coalesce(sum(quantity), 0) from hold
       where ticket_type_id = ${typeId})::integer as held`.execute(db);
  return rows[0] ?? { sold: 0, held: 0 };
}
