-- Whether a job with this key will still run: it waits, is running, or has attempts left.
create or replace function has_pending_job(p_key text) returns boolean
language sql stable as $$
  select exists (
    select from graphile_worker.jobs j
    where j.key = p_key and (j.attempts < j.max_attempts or j.locked_at is not null)
  )
$$;
