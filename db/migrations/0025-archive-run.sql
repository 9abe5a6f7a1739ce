-- Base backups into BACKUP_DIR and verifications of the archive there (decision 33).
create table archive_run (
  id integer primary key generated always as identity,
  kind text not null check (kind in ('base-backup', 'verification')),
  started_at timestamptz not null default clock_timestamp(),
  -- null: in progress, or interrupted
  ended_at timestamptz,
  -- null: none
  failure text
);
