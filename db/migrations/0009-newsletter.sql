-- An account's subscription and one that the same address asked for by itself may stand side by side,
-- until the account's address is verified: before that, nobody knows that both are the same person's.
drop index newsletter_subscription_email;
create unique index newsletter_subscription_email on newsletter_subscription (lower(email))
  where account_id is null;
