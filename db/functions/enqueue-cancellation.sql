-- Enqueues the job that makes the PDF of a cancellation invoice, two at a time and after the documents of sales. p_if_lost: only when no such job is pending.
-- Returns whether it enqueued one.
create or replace function enqueue_cancellation(p_invoice bigint, p_if_lost boolean default false)
returns boolean
language plpgsql as $$
declare
  v_key text := 'cancellation-' || p_invoice;
begin
  if p_if_lost and has_pending_job(v_key) then return false; end if;
  perform graphile_worker.add_job('make-cancellation', json_build_object('invoiceId', p_invoice),
    job_key => v_key, max_attempts => 25, priority => 5, queue_name => 'cancellations-' || p_invoice % 2);
  return true;
end $$;
