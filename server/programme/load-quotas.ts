import { isDeepStrictEqual } from 'node:util';
import type { PoolClient } from 'pg';
import type { ChangeCounter } from './upsert-row.ts';
import type { LoadedSale } from './load-sale.ts';
import { lockStock } from './load-stock.ts';
import { ProgrammeError } from './programme-format.ts';

/**
 * Sets the quotas of ticket types, and counts what is sold and held of them. Throws ProgrammeError
 * if that exceeds a quota. Locks the product's stock until the commit.
 */
export async function loadQuotas(
  client: PoolClient,
  changes: ChangeCounter,
  { productId, concertSlug, typeIds, quotas }: LoadedSale,
): Promise<void> {
  const wanted = new Map(
    Object.entries(quotas).map(([slug, quantity]) => [typeIds.get(slug) ?? 0, quantity]),
  );
  if (isDeepStrictEqual(await findQuotas(client, productId), wanted)) return;
  changes.count++;
  await lockStock(client, productId);
  await client.query(
    `delete from ticket_quota q using ticket_type t
    where t.id = q.ticket_type_id and t.product_id = $1`,
    [productId],
  );
  for (const [slug, quantity] of Object.entries(quotas)) {
    const typeId = typeIds.get(slug) ?? 0;
    const { sold, held } = await countTaken(client, typeId);
    if (sold + held > quantity) {
      throw new ProgrammeError(
        `“${concertSlug}” cannot have ${quantity} tickets of type ${slug}: ` +
          `${sold + held} are sold or in a cart.`,
      );
    }
    await client.query(
      `insert into ticket_quota (ticket_type_id, quantity, sold, held)
      values ($1, $2, $3, $4)`,
      [typeId, quantity, sold, held],
    );
  }
}

async function findQuotas(client: PoolClient, productId: number): Promise<Map<number, number>> {
  const { rows } = await client.query<{ ticket_type_id: number; quantity: number }>(
    `select q.ticket_type_id, q.quantity from ticket_quota q
    join ticket_type t on t.id = q.ticket_type_id where t.product_id = $1`,
    [productId],
  );
  return new Map(rows.map((row) => [row.ticket_type_id, row.quantity]));
}

async function countTaken(
  client: PoolClient,
  typeId: number,
): Promise<{ sold: number; held: number }> {
  const { rows } = await client.query<{ sold: number; held: number }>(
    `select
      (select count(*) from ticket
       where ticket_type_id = $1 and voided_at is null)::integer as sold,
      (select coalesce(sum(quantity), 0) from hold
       where ticket_type_id = $1)::integer as held`,
    [typeId],
  );
  return rows[0] ?? { sold: 0, held: 0 };
}
