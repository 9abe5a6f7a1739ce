-- The network a person signed in from, as a keyed hash: there, failed sign-ins of strangers do not lock them out
-- (office.md 2.7). Null for sessions that began before.
alter table staff_session add column network bytea;
