import type { Pool, PoolClient } from 'pg';

/** An event of the provider; recorded in the transaction of its effect. */
export interface EventRef {
  id: string;
  type: string;
}

/** Records an event of this intent or page, once, however often it arrives. */
export async function recordEvent(
  client: Pool | PoolClient,
  event: EventRef,
  intentId: string,
): Promise<void> {
  await client.query({
    name: 'record_event',
    text: `insert into payment_event (id, type, object_id) values ($1, $2, $3) on conflict (id) do nothing`,
    values: [event.id, event.type, intentId],
  });
}
