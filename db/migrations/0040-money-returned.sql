-- What went back to the buyer: refunds that did not fail, and disputes that the bank has decided against the shop.
create view returned_money as
  select intent_id, amount_cents, requested_at as returned_at from refund
  where failed_at is null or resolution = 'by hand'
  union all
  select intent_id, amount_cents, coalesce(closed_at, opened_at) from dispute where status = 'lost';

create index dispute_lost on dispute (intent_id) where status = 'lost';
create index refund_dashboard on refund (id) where reason = 'dashboard';

-- When the office last decided whether tickets stay valid whose money went back without it.
alter table orders add tickets_decided_at timestamptz;

-- A failed refund may also be settled by a lost dispute.
alter table refund drop constraint refund_resolution_check;
alter table refund add constraint refund_resolution_check
  check (resolution in ('again', 'by hand', 'dashboard', 'dispute'));

create or replace function add_unverified() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'checkout' then insert into unverified_checkout (checkout_id) values (new.id);
    when 'ticket' then
      insert into unverified_checkout (checkout_id) select checkout_id from orders where id = new.order_id;
    when 'dispute' then
      insert into unverified_checkout (checkout_id) select id from checkout where intent_id = new.intent_id;
    -- a refund of a payment without a checkout has nothing to compare
    else insert into unverified_checkout (checkout_id) select new.checkout_id where new.checkout_id is not null;
  end case;
  return null;
end $$;
create trigger dispute_changed after insert or update of status on dispute
  for each row when (current_setting('festival.restores', true) is distinct from 'on') execute function add_unverified();
