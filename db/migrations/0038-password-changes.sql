-- When an account's password was set last, so that the undo of a change of address voids one that a thief has set since.
-- Null: not since this migration, or written by the previous version.
alter table account add column password_changed_at timestamptz;
