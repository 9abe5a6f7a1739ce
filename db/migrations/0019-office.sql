-- Staff, their ways to sign in, sessions and the audit log of the office (docs/spec/office.md 2 and 11).
create table staff (
  id integer primary key generated always as identity,
  email text not null,
  name text not null,
  role text not null check (role in ('admin', 'office', 'editor', 'door')),
  -- null: as the browser asks for
  language text check (language in ('de', 'en')),
  password_hash text,
  -- the key of one-time codes, encrypted under a key from APP_SECRET
  totp_secret bytea,
  -- the time step of the last code that was used: each code counts once
  totp_step bigint not null default 0,
  is_demo boolean not null default false,
  wants_alarms boolean not null default true,
  created_at timestamptz not null default now(),
  last_signed_in_at timestamptz,
  disabled_at timestamptz
);
create unique index staff_email on staff (lower(email));

create table staff_invitation (
  id integer primary key generated always as identity,
  email text not null,
  name text not null,
  role text not null check (role in ('admin', 'office', 'editor', 'door')),
  language text not null check (language in ('de', 'en')),
  token_hash bytea not null unique,
  -- for the mail; encrypted under a key from APP_SECRET
  sealed_token bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
-- a new invitation ends the former
create unique index staff_invitation_email on staff_invitation (lower(email));

create table staff_passkey (
  id integer primary key generated always as identity,
  staff_id integer not null references staff on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index staff_passkey_staff on staff_passkey (staff_id);

-- Challenges of WebAuthn that were used: each counts once. They are signed and carry their end.
create table staff_challenge (
  challenge text primary key,
  used_at timestamptz not null default now()
);
create index staff_challenge_used on staff_challenge (used_at);

create table staff_recovery_code (
  staff_id integer not null references staff on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

create table staff_session (
  id integer primary key generated always as identity,
  token_hash bytea not null unique,
  staff_id integer not null references staff on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- the last time that the person gave both factors
  confirmed_at timestamptz not null default now(),
  ended_at timestamptz,
  -- new recovery codes until the person has written them down; encrypted under a key from APP_SECRET
  sealed_codes bytea
);
create index staff_session_created on staff_session (created_at);
create index staff_session_staff on staff_session (staff_id) where ended_at is null;

-- Attempts to sign in that failed or are in progress (docs/spec/office.md 2.7).
create table staff_attempt (
  id bigint primary key generated always as identity,
  -- null: with a passkey
  email_hash bytea,
  network text not null,
  created_at timestamptz not null default now()
);
create index staff_attempt_email on staff_attempt (email_hash, created_at);
create index staff_attempt_network on staff_attempt (network, created_at);
create index staff_attempt_created on staff_attempt (created_at);

-- E-mail addresses whose password way is shut.
create table staff_lock (
  email_hash bytea primary key,
  ends_at timestamptz not null
);

-- Requests of signed-in staff per window of ten minutes.
create table staff_rate (
  bucket text primary key,
  hits integer not null,
  window_ends_at timestamptz not null
);

-- The address of the running shop, for links that the command line prints.
create table shop_address (
  is_only boolean primary key default true check (is_only),
  public_url text not null
);

-- Forms that were carried out, so that sending one twice does a thing once; kept for 24 hours.
create table office_submission (
  key bytea primary key,
  output jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index office_submission_created on office_submission (created_at);

-- Entries of forms whose session was over or whose step-up was due; kept for 60 minutes.
create table kept_entries (
  browser_hash bytea not null,
  staff_id integer not null references staff on delete cascade,
  path text not null,
  entries jsonb not null,
  created_at timestamptz not null default now(),
  primary key (browser_hash, path)
);
create index kept_entries_created on kept_entries (created_at);
create index kept_entries_staff on kept_entries (staff_id);

create table audit_event (
  id bigint primary key generated always as identity,
  created_at timestamptz not null default now(),
  -- no foreign key: an entry never changes
  actor_id integer,
  -- of the person at that time; the system's user of the command line; 'schedule'
  actor_name text not null,
  actor_role text,
  command text not null,
  thing_kind text,
  thing_id text,
  thing_name text,
  before jsonb,
  after jsonb,
  request_id uuid,
  -- /24 or /48, for sign-ins and refusals only
  network text
);
create index audit_event_thing on audit_event (thing_kind, thing_id, id);
create index audit_event_thing_name on audit_event (thing_name, id);
create index audit_event_network on audit_event (network, created_at)
  where command in ('access:refused', 'staff:sign-in-failed');
create index audit_event_command on audit_event (command, id);
create index audit_event_actor on audit_event (actor_id, id);
create index audit_event_created on audit_event (created_at);

-- An entry never changes; it may be deleted when its time is over (office.md 11).
create function protect_audit_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.created_at < (case
      when old.command in ('staff:sign-in', 'staff:sign-in-failed', 'staff:sign-out', 'access:refused')
        then now() - interval '12 months'
      else date_trunc('year', now() at time zone 'Europe/Berlin') at time zone 'Europe/Berlin' - interval '8 years'
    end) then
    return old;
  end if;
  raise exception 'the audit log cannot be changed';
end $$;
create trigger audit_event_is_permanent before update or delete on audit_event
  for each row execute function protect_audit_event();
create trigger audit_event_is_not_truncated before truncate on audit_event
  for each statement execute function protect_audit_event();
