-- The nightly deletion finds expired tokens by index, however many there are.
create index access_token_expiry on access_token (expires_at);
