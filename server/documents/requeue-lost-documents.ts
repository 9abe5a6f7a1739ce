import type { Pool } from 'pg';

/**
 * Enqueues the job again for orders and cancellations of the last days that lack documents and have no pending
 * job: the queue was emptied, or a process was killed at every attempt. Returns how many it enqueued.
 */
export async function requeueLostDocuments(pool: Pool): Promise<number> {
  const orders = await pool.query<{ count: number }>(
    `select count(*) filter (where enqueue_documents(o.id, p_if_lost => true))::integer as count
     from orders o join checkout c on c.id = o.checkout_id
     where ${isRecent('o.created_at')}
       and ((select count(*) from document d
             where d.order_id = o.id and d.kind in ('invoice', 'confirmation')) < 2
         or (c.delivery_method = 'onlineticket' and exists (
             select from ticket t where t.order_id = o.id and t.voided_at is null
               and not exists (select from document d where d.ticket_id = t.id))))`,
  );
  const cancellations = await pool.query<{ count: number }>(
    `select count(*) filter (where enqueue_cancellation(i.id, p_if_lost => true))::integer as count
     from invoice i
     where i.series = 'cancellation' and ${isRecent('i.issued_at')}
       and not exists (select from document d where d.invoice_id = i.id and d.kind = 'cancellation')`,
  );
  return (orders.rows[0]?.count ?? 0) + (cancellations.rows[0]?.count ?? 0);
}

/** Older than 10 minutes, so that a job that is merely slow is left alone. */
function isRecent(moment: string): string {
  return `${moment} between now() - interval '7 days' and now() - interval '10 minutes'`;
}
