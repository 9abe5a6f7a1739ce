import type { PoolClient } from 'pg';

/** A run to be ordered. */
export interface NewRun {
  /** A name of `runKinds`. */
  kind: string;
  concertId?: number;
  facts?: Record<string, unknown>;
  /** Name of the person. */
  orderedBy: string;
  items: { key: string; orderId?: number; facts?: Record<string, unknown> }[];
}

/** Orders a run in the caller's transaction; it begins 60 s later (office.md 1). Returns its id. */
export async function orderRun(client: PoolClient, run: NewRun): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `with ordered as (
       insert into run (kind, concert_id, facts, ordered_by) values ($1, $2, $3, $4) returning id, begins_at
     ), items as (
       insert into run_item (run_id, key, order_id, facts, next_at)
       select o.id, i.key, i."orderId", coalesce(i.facts, '{}'), o.begins_at
       from ordered o, jsonb_to_recordset($5) as i(key text, "orderId" bigint, facts jsonb)
       returning id, next_at
     ), enqueued as (
       select count(enqueue_run_item(id, next_at)) from items
     )
     select ordered.id from ordered, enqueued`,
    [
      run.kind,
      run.concertId ?? null,
      JSON.stringify(run.facts ?? {}),
      run.orderedBy,
      JSON.stringify(run.items),
    ],
  );
  return rows[0]?.id ?? 0;
}
