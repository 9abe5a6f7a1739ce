-- Enqueues the job that sends a mail of a run: after mails about sales, and not more per minute than this in all.
-- Call it last: it locks the pace of all such mails until the commit.
create or replace function enqueue_run_mail(p_mail bigint, p_per_minute double precision) returns boolean
language plpgsql as $$
declare
  v_at timestamptz;
begin
  insert into run_mail_pace as pace (next_at) values (clock_timestamp() + interval '1 minute' / p_per_minute)
  on conflict (id) do update set next_at = greatest(pace.next_at, clock_timestamp()) + interval '1 minute' / p_per_minute
  returning next_at - interval '1 minute' / p_per_minute into v_at;
  perform graphile_worker.add_job('send-mail', json_build_object('mailId', p_mail), run_at => v_at,
    job_key => 'mail-' || p_mail, max_attempts => 25, priority => 10);
  return true;
end $$;
