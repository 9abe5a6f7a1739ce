-- When a change that must happen once was made, written with the change itself: whoever takes over a
-- request whose process died knows that it has been done.
alter table idempotent_request add column applied_at timestamptz;
