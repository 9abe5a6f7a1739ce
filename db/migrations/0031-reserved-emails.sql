-- An address that an account has given up stays reserved while the change can be undone: found by address.
create index email_change_old_email on email_change (lower(old_email));
