-- Saves a cart's delivery method. Outcomes: ok | payment_open | gone (the cart has ended). The same method again
-- leaves an open payment alone. A short hold (has_short_hold) becomes a whole one. expires_at: the cart's end.
create or replace function choose_delivery(
  p_cart bigint, p_method text, p_hold interval, out outcome text, out expires_at timestamptz
)
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_cart cart;
begin
  -- by its id alone: with "ended_at is null", the planner may read the index of all running carts
  select * into v_cart from cart where id = p_cart for update;
  if not found or v_cart.ended_at is not null or v_cart.expires_at <= clock_timestamp() then
    outcome := 'gone';
    return;
  end if;
  expires_at := v_cart.expires_at;
  if v_cart.delivery_method = p_method then outcome := 'ok'; return; end if;
  if exists (select from checkout where cart_id = p_cart and closed_at is null and settled_at is null)
  then outcome := 'payment_open'; return; end if;
  -- as complete_hold does, in one statement
  update cart k set delivery_method = p_method,
    expires_at = find_whole_hold_end(k.expires_at, k.first_hold_at, p_hold),
    release_at = k.release_at + (find_whole_hold_end(k.expires_at, k.first_hold_at, p_hold) - k.expires_at)
  where k.id = p_cart
  returning k.expires_at into expires_at;
  outcome := 'ok';
end $$;
