-- Mail to be sent and sent, contact messages, newsletter.

create table mail (
  id bigint generated always as identity primary key,
  kind text not null,
  recipient text not null,
  language text not null check (language in ('de', 'en')),
  -- ids of what it is about, never a token (api.md, Conventions)
  facts jsonb not null default '{}',
  -- one mail per event: a second one under the same key is not written
  event_key text not null unique,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  sent_at timestamptz,
  last_error text,
  bounced_at timestamptz
);
create index mail_unsent on mail (created_at) where sent_at is null;

-- Outside production mails are kept instead of sent, for /dev/mail.
create table kept_mail (
  mail_id bigint primary key references mail on delete cascade,
  subject text not null,
  raw bytea not null,
  kept_at timestamptz not null default now()
);

create table contact_message (
  id bigint generated always as identity primary key,
  email text not null,
  subject text not null,
  message text not null,
  language text not null,
  -- a second identical message within ten minutes is dropped
  fingerprint bytea not null,
  created_at timestamptz not null default now()
);
create index contact_message_fingerprint on contact_message (fingerprint, created_at);

create table newsletter_subscription (
  id integer generated always as identity primary key,
  email text not null,
  account_id integer unique references account on delete cascade,
  language text not null check (language in ('de', 'en')),
  receive_news_email boolean not null default false,
  receive_news_postal boolean not null default false,
  general boolean not null default false,
  concert_daily boolean not null default false,
  -- the address has answered its confirmation mail; nothing else is mailed before
  confirmed_at timestamptz,
  -- raising it makes every earlier link void
  generation integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index newsletter_subscription_email on newsletter_subscription (lower(email));
