-- Money and tickets are compared where something has changed, and retention finds what is due by an index, so that
-- neither reads the orders of all years (decision 32).

-- A row for every change that may part payment and tickets of a checkout, until a comparison finds them right
-- (server/invariants.ts). A second row for a checkout costs less than looking for the first.
create table unverified_checkout (
  id bigint generated always as identity primary key,
  checkout_id bigint not null
);

create function add_unverified() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'checkout' then insert into unverified_checkout (checkout_id) values (new.id);
    when 'ticket' then
      insert into unverified_checkout (checkout_id) select checkout_id from orders where id = new.order_id;
    -- a refund of a payment without a checkout has nothing to compare
    else insert into unverified_checkout (checkout_id) select new.checkout_id where new.checkout_id is not null;
  end case;
  return null;
end $$;
create trigger checkout_settled after update of settled_at on checkout
  for each row when (new.settled_at is distinct from old.settled_at) execute function add_unverified();
create trigger order_created after insert on orders
  for each row when (current_setting('festival.restores', true) is distinct from 'on') execute function add_unverified();
create trigger ticket_voided after update of voided_at on ticket
  for each row when (new.voided_at is distinct from old.voided_at) execute function add_unverified();
create trigger refund_changed after insert or update of failed_at, amount_cents on refund
  for each row when (current_setting('festival.restores', true) is distinct from 'on') execute function add_unverified();
-- what happened before is compared once
insert into unverified_checkout (checkout_id) select id from checkout where settled_at is not null;
insert into unverified_checkout (checkout_id)
select o.checkout_id from orders o join checkout c on c.id = o.checkout_id where c.settled_at is null;

-- Never frozen into a checkout: without an order.
create index cart_never_frozen on cart (release_at) where payment_extended_at is null;
-- carts whose checkouts are deleted already
update cart k set payment_extended_at = null
where payment_extended_at is not null and not exists (select from checkout where cart_id = k.id);
create index checkout_unpaid on checkout (closed_at) where settled_at is null;
create index checkout_with_buyer on checkout (settled_at)
  where settled_at is not null and details->>'last_name' <> '–';
create index mail_of_order on mail (created_at) where kind = 'order-confirmation';
create index mail_of_others on mail (created_at) where kind <> 'order-confirmation';
