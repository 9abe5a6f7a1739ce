-- Since when a subscriber wants nothing any more: the address of who leaves is not kept for ever. Processes of the
-- version before do not fill it; what they switch off is then kept as before.
alter table newsletter_subscription add column off_since timestamptz;
update newsletter_subscription set off_since = now() where not receive_news_email and not receive_news_postal;
