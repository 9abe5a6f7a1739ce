-- Messages to the ticket holders of a concert (office.md 8.5): as tested, and sent by at most one run.
create table holder_message (
  id integer generated always as identity primary key,
  concert_id integer not null references concert on delete cascade,
  -- subject and text in both languages
  content jsonb not null,
  -- whom it was meant for when it was tested
  recipients text not null,
  tested_at timestamptz not null default now(),
  run_id integer references run
);
create index holder_message_of_concert on holder_message (concert_id);
