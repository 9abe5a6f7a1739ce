-- Enqueues the job that sends a mail of the outbox. A lower priority runs first. p_if_lost: only when no job
-- of this mail is pending. Returns whether it enqueued one.
create or replace function enqueue_mail(
  p_mail bigint, p_priority integer default 0, p_if_lost boolean default false
) returns boolean
language plpgsql as $$
declare
  v_key text := 'mail-' || p_mail;
begin
  if p_if_lost and has_pending_job(v_key) then return false; end if;
  perform graphile_worker.add_job('send-mail', json_build_object('mailId', p_mail),
    job_key => v_key, max_attempts => 25, priority => p_priority, job_key_mode => find_job_key_mode(v_key));
  return true;
end $$;
