-- What e-mail addresses are compared by. The program stores them in one form, in which the case of A to Z alone may
-- differ (decision 55); `lower` in another locale would change more. The version before has no such form, but its rows
-- get their key all the same.
create function email_key(p_email text) returns text language sql immutable parallel safe
return lower(p_email collate "C");

alter table account
  add column email_key text not null generated always as (email_key(email)) stored,
  add column pending_email_key text generated always as (email_key(pending_email)) stored;
create unique index account_email_key on account (email_key);
create index account_pending_email_key on account (pending_email_key) where pending_email_key is not null;

alter table newsletter_subscription
  add column email_key text not null generated always as (email_key(email)) stored;
create unique index newsletter_subscription_email_key on newsletter_subscription (email_key) where account_id is null;
create index newsletter_subscription_address_key on newsletter_subscription (email_key);

alter table staff add column email_key text not null generated always as (email_key(email)) stored;
create unique index staff_email_key on staff (email_key);

alter table staff_invitation add column email_key text not null generated always as (email_key(email)) stored;
create unique index staff_invitation_email_key on staff_invitation (email_key);

create index contact_message_email_key on contact_message (email_key(email));
create index mail_recipient_key on mail (email_key(recipient), id);
create index checkout_email_key on checkout (email_key(details->>'email'));
create index order_contact_email_key on order_contact (email_key(email));
create index email_change_old_email_key on email_change (email_key(old_email));

-- The version before still looks for some rows by their unique index on `lower`; it reads the rest without one.
drop index account_pending_email, newsletter_subscription_address, contact_message_email, mail_recipient, checkout_email,
  order_contact_email, email_change_old_email;
