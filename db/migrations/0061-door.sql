-- Check-in (door.md 8): codes that pair devices, the devices, what happened at the door, and the numbers that remain.
create table door_pairing (
  id integer generated always as identity primary key,
  code_hash bytea not null unique,
  concert_ids integer[] not null check (cardinality(concert_ids) > 0),
  label text,
  devices integer not null check (devices between 1 and 30),
  valid_hours integer not null check (valid_hours between 1 and 36),
  created_at timestamptz not null default now(),
  redeem_until timestamptz not null,
  revoked_at timestamptz
);

create table door_device (
  id integer generated always as identity primary key,
  pairing_id integer not null references door_pairing,
  token_hash bytea not null unique,
  name text not null,
  entrance text,
  created_at timestamptz not null default now(),
  valid_until timestamptz not null,
  seen_at timestamptz not null default now(),
  -- every event up to this number has arrived
  acked integer not null default 0,
  left_at timestamptz,
  revoked_at timestamptz
);
create index door_device_pairing on door_device (pairing_id);

create table door_event (
  id bigint generated always as identity primary key,
  device_id integer not null references door_device,
  n integer not null,
  kind text not null check (kind in ('admit', 'override', 'refuse', 'undo')),
  concert_id integer not null,
  -- the rest, as the device sent it; a ticket may be one that nobody sold
  details jsonb not null,
  ticket_id bigint generated always as ((details->>'ticket_id')::bigint) stored,
  made_at timestamptz not null,
  offset_ms bigint not null,
  received_at timestamptz not null,
  happened_at timestamptz not null,
  is_clock_wrong boolean not null,
  -- whoever reads what is new compares it with the transactions that have ended
  xid xid8 not null default pg_current_xact_id(),
  unique (device_id, n)
);
create index door_event_news on door_event (concert_id, xid, id);
create index door_event_ticket on door_event (ticket_id) where ticket_id is not null;
create index door_event_received on door_event (received_at);
create trigger door_event_unchangeable before update on door_event for each row execute function refuse_change();

create table door_report (
  concert_id integer primary key,
  -- covers every event that was received until then
  made_at timestamptz not null,
  report jsonb not null
);
