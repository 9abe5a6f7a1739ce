-- Enqueues the job that executes a refund of a run at the provider: two at a time, after everything else that is due.
create or replace function enqueue_run_refund(p_refund bigint) returns void
language plpgsql as $$
begin
  perform graphile_worker.add_job('execute-refund', json_build_object('refundId', p_refund),
    job_key => 'refund-' || p_refund, max_attempts => 100, priority => 10, queue_name => 'run-refund-' || p_refund % 2);
end $$;
