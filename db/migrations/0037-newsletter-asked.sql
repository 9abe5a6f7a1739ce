-- Registration makes a row with everything off: the office lists only subscriptions that somebody asked for.
create index newsletter_subscription_asked on newsletter_subscription (id)
  where account_id is null or receive_news_email or receive_news_postal or off_since is not null;
