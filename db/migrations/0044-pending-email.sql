alter table account add column pending_email text;
create index account_pending_email on account (lower(pending_email)) where pending_email is not null;
