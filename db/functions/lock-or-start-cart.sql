-- A step of change_cart: locks the session's cart. An expired one is ended and a new one inserted; the next transaction
-- that needs the expired one's tickets releases them. is_paying: the cart has an open payment.
create or replace function lock_or_start_cart(
  p_session uuid, p_hold interval, p_networks text[], out id bigint, out is_new boolean, out is_paying boolean
)
language plpgsql as $$
declare
  v_cart cart;
  v_now timestamptz;
begin
  is_paying := false;
  loop
    select * into v_cart from cart where session_id = p_session and ended_at is null for update;
    v_now := clock_timestamp();
    is_new := false;
    id := v_cart.id;
    if found and v_cart.expires_at > v_now then
      is_paying := exists (
        select from checkout where cart_id = v_cart.id and closed_at is null and settled_at is null
      );
      return;
    end if;
    if found then update cart k set ended_at = v_now where k.id = v_cart.id; end if;
    insert into cart as k (session_id, expires_at, release_at, first_hold_at, network, larger_network)
    select p_session, e.ends_at, e.ends_at, v_now, p_networks[1], p_networks[2]
    from find_hold_end(null, p_hold) as e (ends_at)
    on conflict (session_id) where ended_at is null do nothing
    returning k.id into id;
    -- no row: a concurrent request of this session has inserted a cart; the next iteration locks it
    is_new := found;
    exit when is_new;
  end loop;
end $$;
