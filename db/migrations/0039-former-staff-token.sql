-- The token that the confirmation of the identity has replaced: for a minute, a second submission of that form still
-- finds the session, and gets the response of the first (office.md 1 and 2.6).
alter table staff_session add column former_token_hash bytea;
create unique index staff_session_former_token on staff_session (former_token_hash);
