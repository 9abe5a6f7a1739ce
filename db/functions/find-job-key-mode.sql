-- How add_job must treat this key. Most keys are new: then unsafe_dedupe does the same as replace with two statements
-- instead of five (docs/measurements/rush.md). A job that exists is replaced.
create or replace function find_job_key_mode(p_key text) returns text
language sql stable as $$
  select case when exists (select from graphile_worker.jobs j where j.key = p_key)
    then 'replace' else 'unsafe_dedupe' end
$$;
