-- Which processes take jobs: a row lives as long as its process renews it. The jobs of one that has
-- died are given to others (server/platform/jobs/runner-heartbeat.ts).

create table job_worker (
  id text primary key,
  seen_at timestamptz not null default clock_timestamp()
);

-- A mail that had lost its reason before it was sent (the subscription ended): nothing went out.
alter table mail add column dropped_at timestamptz;
drop index mail_unsent;
create index mail_unsent on mail (created_at)
  where sent_at is null and bounced_at is null and dropped_at is null;
