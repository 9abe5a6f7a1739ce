-- Enqueues the job of an item's next step. Four queues: four items at a time in all processes, and each after
-- everything else that is due. p_if_lost: only when no such job is pending. Returns whether it enqueued one.
create or replace function enqueue_run_item(p_item bigint, p_at timestamptz, p_if_lost boolean default false)
returns boolean
language plpgsql as $$
declare
  v_key text := 'run-item-' || p_item;
begin
  if p_if_lost and has_pending_job(v_key) then return false; end if;
  perform graphile_worker.add_job('step-run-item', json_build_object('itemId', p_item), run_at => p_at,
    job_key => v_key, max_attempts => 10, priority => 10, queue_name => 'run-' || p_item % 4);
  return true;
end $$;
