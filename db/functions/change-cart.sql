-- Adds tickets to a session's cart ('add') or sets the quantity of its lines ('set'), and holds them:
-- one statement, one round trip. Locks the cart first, then stock by product id. Returns
--   ok | too_few | busy | unknown | not_on_sale | quantity | payment_open
-- p_request: the request's key (idempotent_request), or null. With a key the change is applied once, even if
-- the process died before it could respond.
-- busy: another transaction is releasing expired holds; call wait_for_expired_holds, then retry.
create or replace function change_cart(
  p_session uuid, p_mode text, p_products integer[], p_types integer[], p_quantities integer[],
  p_hold interval, p_request bytea
) returns text
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_cart cart;
  v_now timestamptz;
  v_problem text;
  v_products integer[];
  v_counted boolean := false;
  v_new boolean := false;
  v_released boolean := false;
begin
  -- 1. Check that all lines can be bought. Lines that are no longer on sale can still be removed (quantity 0).
  select case
    when bool_or(t.id is null) then 'unknown'
    when bool_or(w.quantity > 0 and not (c.onsale and c.published_at is not null)) then 'not_on_sale'
    when bool_or(w.quantity > s.quantity or w.quantity < 0 or (p_mode = 'add' and w.quantity = 0))
      then 'quantity'
  end into v_problem
  from unnest(p_products, p_types, p_quantities) as w (product_id, type_id, quantity)
  left join ticket_type t on t.id = w.type_id and t.product_id = w.product_id
  left join product p on p.id = t.product_id
  left join concert c on c.id = p.concert_id
  left join stock s on s.product_id = p.id;
  if v_problem is not null then return v_problem; end if;

  -- 2. Lock the session's cart. An expired one is ended and a new one inserted; the next transaction that
  -- needs the expired one's tickets releases them.
  loop
    select * into v_cart from cart where session_id = p_session and ended_at is null for update;
    v_now := clock_timestamp();
    if found and v_cart.expires_at > v_now then
      if exists (select from checkout where cart_id = v_cart.id
                 and closed_at is null and settled_at is null) then return 'payment_open'; end if;
      exit;
    end if;
    if found then update cart set ended_at = v_now where id = v_cart.id; end if;
    insert into cart (session_id, expires_at, release_at)
    values (p_session, v_now + p_hold, v_now + p_hold)
    on conflict (session_id) where ended_at is null do nothing
    returning * into v_cart;
    -- no row: a parallel request of this session has inserted a cart; the next turn locks it
    v_new := found;
    exit when v_new;
  end loop;

  if p_request is not null and exists (
    select from idempotent_request where key_hash = p_request and applied_at is not null
  ) then return 'ok'; end if;

  -- 3. Lock and count the stock; refuse the whole change if one product has too few tickets left. Counters change
  -- before holds. Most requests add tickets of one product that has plenty left: then one update does it all.
  if p_mode = 'add' and cardinality(p_products) = 1 then
    update stock set held = held + p_quantities[1]
    where product_id = p_products[1] and sold + held + p_quantities[1] <= quantity;
    v_counted := found;
  end if;
  if not v_counted then
    v_products := array(select distinct unnest(p_products) order by 1);
    perform from stock where product_id = any (v_products) order by product_id for update;
    -- Expired holds are released only when too few tickets are left, because finding them reads other carts.
    loop
      exit when not exists (
        select from (
          select w.product_id, sum(w.quantity - coalesce(h.quantity, 0)) as more
          from unnest(p_products, p_types, p_quantities) as w (product_id, type_id, quantity)
          left join hold h on p_mode = 'set' and h.cart_id = v_cart.id and h.ticket_type_id = w.type_id
          group by w.product_id
        ) as change
        join stock s using (product_id)
        where change.more > 0 and s.sold + s.held + change.more > s.quantity
      );
      if v_released then
        return case when has_expired_holds(v_products) then 'busy' else 'too_few' end;
      end if;
      perform release_expired_holds(v_products);
      v_released := true;
    end loop;
    update stock s set held = s.held + change.more
    from (
      select w.product_id, sum(w.quantity - coalesce(h.quantity, 0))::integer as more
      from unnest(p_products, p_types, p_quantities) as w (product_id, type_id, quantity)
      left join hold h on p_mode = 'set' and h.cart_id = v_cart.id and h.ticket_type_id = w.type_id
      group by w.product_id
    ) as change
    where s.product_id = change.product_id and change.more <> 0;
  end if;

  insert into hold as h (cart_id, ticket_type_id, product_id, quantity)
  select v_cart.id, w.type_id, w.product_id, w.quantity
  from unnest(p_products, p_types, p_quantities) as w (product_id, type_id, quantity)
  where w.quantity > 0
  on conflict (cart_id, ticket_type_id) do update
    set quantity = case p_mode when 'add' then h.quantity + excluded.quantity else excluded.quantity end;
  if p_mode = 'set' then
    delete from hold h
    using unnest(p_types, p_quantities) as w (type_id, quantity)
    where w.quantity = 0 and h.cart_id = v_cart.id and h.ticket_type_id = w.type_id;
  end if;

  -- 4. A change restarts the hold, at most ten times (MAX_CART_RENEWALS), and never shortens it.
  if not v_new and v_cart.renewals < 10 then
    update cart
    set renewals = renewals + 1,
        expires_at = greatest(expires_at, clock_timestamp() + p_hold),
        release_at = greatest(release_at, clock_timestamp() + p_hold)
    where id = v_cart.id;
  end if;
  if p_request is not null then
    update idempotent_request set applied_at = clock_timestamp() where key_hash = p_request;
  end if;
  return 'ok';
end $$;
