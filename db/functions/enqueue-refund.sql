-- Enqueues the job that executes a refund at the provider.
create or replace function enqueue_refund(p_refund bigint) returns void
language plpgsql as $$
begin
  perform graphile_worker.add_job('execute-refund', json_build_object('refundId', p_refund),
    job_key => 'refund-' || p_refund, max_attempts => 100);
end $$;
