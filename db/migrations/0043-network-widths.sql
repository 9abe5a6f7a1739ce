-- The larger network of an IPv6 address, beside `network` (api.md, Cart): hash of the /48; null for IPv4 and where
-- networks are not limited.
alter table cart add column larger_network text;
create index cart_of_larger_network on cart (larger_network, release_at) where larger_network is not null;

-- On an empty table all indexes cost the same, and the newest wins: it must be that of the session, which every call uses.
drop index cart_of_session;
create unique index cart_of_session on cart (session_id) where ended_at is null;
