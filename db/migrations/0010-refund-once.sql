-- One automatic refund per payment, by the database itself; and how often one was tried in vain: after a
-- failure the provider keeps under its key, the next try needs a key of its own.

create unique index refund_once on refund (intent_id)
  where reason in ('tickets_gone', 'no_checkout', 'mismatch');
alter table refund add column attempt integer not null default 0;
