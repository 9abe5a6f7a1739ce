-- The last step of change_cart: another change restarts the hold of a cart, up to three times its length after the
-- first ticket, and never shortens it. A new cart only gets a short one if it needs it (has_short_hold).
create or replace function restart_hold(
  p_cart bigint, p_hold interval, p_networks text[], p_is_new boolean, p_has_more boolean
) returns void
language plpgsql as $$
declare
  v_is_short boolean := p_networks is not null and has_short_hold(p_cart);
  v_hold interval := case when v_is_short then least(p_hold, interval '5 minutes') else p_hold end;
  v_is_moved boolean := p_networks is not null and p_has_more;
  v_cart cart;
  v_end timestamptz;
begin
  if p_is_new and not v_is_short then return; end if;
  -- as in choose_delivery, by its id alone
  select * into v_cart from cart where id = p_cart;
  if v_cart.ended_at is not null then return; end if;
  v_end := find_hold_end(case when not p_is_new then v_cart.first_hold_at end, v_hold);
  update cart k
  set first_hold_at = coalesce(k.first_hold_at, clock_timestamp()),
      expires_at = case when p_is_new then v_end else greatest(k.expires_at, v_end) end,
      release_at = case when p_is_new then v_end else greatest(k.release_at, v_end) end,
      network = case when v_is_moved then p_networks[1] else k.network end,
      larger_network = case when v_is_moved then p_networks[2] else k.larger_network end
  where k.id = p_cart;
end $$;
