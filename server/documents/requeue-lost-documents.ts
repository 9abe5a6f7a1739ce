import type { Pool } from 'pg';

/**
 * Gives orders and cancellations of the last days that lack documents, and have no job to make them, theirs
 * again: a queue that was emptied, a process killed at every attempt. Returns how many.
 */
export async function requeueLostDocuments(pool: Pool): Promise<number> {
  const orders = await pool.query(
    `select graphile_worker.add_job('make-documents', json_build_object('orderId', o.id),
       job_key => 'documents-' || o.id, max_attempts => 25)
     from orders o join checkout c on c.id = o.checkout_id
     where ${lately('o.created_at')} and ${jobless("'documents-' || o.id")}
       and ((select count(*) from document d
             where d.order_id = o.id and d.kind in ('invoice', 'confirmation')) < 2
         or (c.delivery_method = 'onlineticket' and exists (
             select from ticket t where t.order_id = o.id and t.voided_at is null
               and not exists (select from document d where d.ticket_id = t.id))))`,
  );
  const cancellations = await pool.query(
    `select graphile_worker.add_job('make-cancellation', json_build_object('invoiceId', i.id),
       job_key => 'cancellation-' || i.id, max_attempts => 25)
     from invoice i
     where i.series = 'cancellation' and ${lately('i.issued_at')}
       and ${jobless("'cancellation-' || i.id")}
       and not exists (select from document d where d.invoice_id = i.id and d.kind = 'cancellation')`,
  );
  return (orders.rowCount ?? 0) + (cancellations.rowCount ?? 0);
}

function lately(moment: string): string {
  return `${moment} between now() - interval '7 days' and now() - interval '10 minutes'`;
}

function jobless(key: string): string {
  return `not exists (select from graphile_worker.jobs j
    where j.key = ${key} and (j.attempts < j.max_attempts or j.locked_at is not null))`;
}
