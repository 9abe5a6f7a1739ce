-- The sum paid by hand of a failed refund: less than the refund, where a part came back in another way in the meantime.
-- Null in earlier rows: the whole refund.
alter table refund add column resolved_cents integer check (resolved_cents >= 0);

create or replace view returned_money as
  select intent_id, coalesce(resolved_cents, amount_cents) as amount_cents, requested_at as returned_at from refund
  where failed_at is null or resolution = 'by hand'
  union all
  select intent_id, amount_cents, coalesce(closed_at, opened_at) from dispute where status = 'lost';
