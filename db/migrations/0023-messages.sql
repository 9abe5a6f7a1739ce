-- Messages of the contact form as the office answers them, and what people search by (docs/spec/office.md 8).
alter table contact_message add column state text not null default 'new' check (state in ('new', 'answered', 'done'));
create index contact_message_new on contact_message (id) where state = 'new';
create index contact_message_email on contact_message (lower(email));
create index newsletter_subscription_address on newsletter_subscription (lower(email) text_pattern_ops);

create table message_reply (
  id integer primary key generated always as identity,
  message_id bigint not null references contact_message on delete cascade,
  staff_id integer references staff on delete set null,
  subject text not null,
  text text not null,
  created_at timestamptz not null default now()
);
create index message_reply_message on message_reply (message_id);
create index message_reply_staff on message_reply (staff_id) where staff_id is not null;
