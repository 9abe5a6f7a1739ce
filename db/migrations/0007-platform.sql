-- Requests answered once, and how often somebody knocked.

create table idempotent_request (
  key_hash bytea primary key,
  request_hash bytea not null,
  status integer,
  body text,
  headers jsonb,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
create index idempotent_request_age on idempotent_request (started_at);

create unlogged table rate_limit (
  bucket text primary key,
  window_ends_at timestamptz not null,
  hits integer not null
);
create index rate_limit_age on rate_limit (window_ends_at);
