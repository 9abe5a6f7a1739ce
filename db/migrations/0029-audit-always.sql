-- The audit log cannot be changed, whoever asks (docs/spec/office.md 11): its triggers also run in sessions that
-- replicate (session_replication_role = replica), which skip ordinary triggers.
alter table audit_event enable always trigger audit_event_is_permanent;
alter table audit_event enable always trigger audit_event_is_not_truncated;
