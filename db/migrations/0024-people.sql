-- Indexes by which the office finds people (docs/spec/office.md 8.1).
create index account_words on account using gin (fold_vector(first_name || ' ' || last_name || ' ' || email));
create index newsletter_subscription_words on newsletter_subscription using gin (fold_vector(email));
create index contact_message_words on contact_message using gin (fold_vector(email));
create index mail_recipient on mail (lower(recipient), id);
create index checkout_email on checkout (lower(details->>'email'));
