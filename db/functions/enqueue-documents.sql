-- Enqueues the job that makes the documents of an order. p_if_lost: only when no such job is pending.
-- Returns whether it enqueued one.
create or replace function enqueue_documents(p_order bigint, p_if_lost boolean default false)
returns boolean
language plpgsql as $$
declare
  v_key text := 'documents-' || p_order;
begin
  if p_if_lost and has_pending_job(v_key) then return false; end if;
  perform graphile_worker.add_job('make-documents', json_build_object('orderId', p_order),
    job_key => v_key, max_attempts => 25, job_key_mode => find_job_key_mode(v_key));
  return true;
end $$;
