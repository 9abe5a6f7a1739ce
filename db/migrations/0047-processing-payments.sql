-- Whether the payment was processing at its last check, for calls that get the stored state instead of another check.
alter table checkout add column is_processing boolean not null default false;
