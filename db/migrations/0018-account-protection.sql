-- When each session was used last, for the customer's list of sessions. Null: not since this migration, or written by
-- the previous version.
alter table access_token add column last_used_at timestamptz;

-- Networks from which an account has signed in, as keyed hashes: limits by account alone never apply to them.
create table account_network (
  account_id integer not null references account on delete cascade,
  network bytea not null,
  signed_in_at timestamptz not null default now(),
  primary key (account_id, network)
);

-- Changes of an account's address; a link in a mail to the old one undoes a change for 7 days.
create table email_change (
  id integer primary key generated always as identity,
  account_id integer not null references account on delete cascade,
  old_email text not null,
  old_verified_at timestamptz,
  changed_at timestamptz not null default now(),
  undone_at timestamptz
);
create index email_change_account on email_change (account_id);
