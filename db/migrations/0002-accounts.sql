-- Customers, their sessions and one-time links. Tokens are stored as hashes only (api.md, Conventions).

create table account (
  id integer generated always as identity primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  language text not null check (language in ('de', 'en')),
  email_verified_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index account_email on account (lower(email));

create table access_token (
  token_hash bytea primary key,
  account_id integer not null references account on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index access_token_account on access_token (account_id);

create table one_time_token (
  token_hash bytea primary key,
  account_id integer not null references account on delete cascade,
  purpose text not null check (purpose in ('reset', 'verify')),
  -- the address the link was mailed to: it verifies that one and no later one
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_token_account on one_time_token (account_id);
