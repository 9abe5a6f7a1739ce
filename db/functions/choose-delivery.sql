-- Saves a cart's delivery method. Returns ok | payment_open | gone (the cart has ended). The same method again
-- leaves an open payment alone.
create or replace function choose_delivery(p_cart bigint, p_method text) returns text
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_method text;
begin
  select delivery_method into v_method from cart
  where id = p_cart and ended_at is null and expires_at > clock_timestamp() for update;
  if not found then return 'gone'; end if;
  if v_method = p_method then return 'ok'; end if;
  if exists (select from checkout where cart_id = p_cart and closed_at is null and settled_at is null)
  then return 'payment_open'; end if;
  update cart set delivery_method = p_method where id = p_cart;
  return 'ok';
end $$;
