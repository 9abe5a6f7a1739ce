-- Adds tickets to a session's cart ('add') or sets the quantity of its lines ('set'), and holds them:
-- one statement, one round trip. Locks the cart first, then its network, then stock by product id. Outcomes:
--   ok | too_few | limit | network | busy | unknown | not_on_sale | quantity | payment_open
-- limit, network: problem is what find_cart_problem or find_network_problem returns.
-- busy: another transaction is releasing expired holds; call wait_for_expired_holds, then retry.
-- payment_open: the change is possible once the cart's open payment is cancelled. A refused one leaves it open.
-- Raises TK002, like not_on_sale, if the sale ends meanwhile.
-- A refused change leaves no new cart behind: the first ticket starts its time, not the first attempt.
-- p_request: the request's key (idempotent_request), or null. With a key the change is applied once, even if
-- the process died before it could respond.
-- p_networks: hashes of the caller's networks (find_network_problem), or null where networks are not limited.
-- enable_seqscan = off: as in count_sold.
create or replace function change_cart(
  p_session uuid, p_mode text, p_products integer[], p_types integer[], p_quantities integer[],
  p_hold interval, p_request bytea, p_networks text[], out outcome text, out problem jsonb
)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_cart cart;
  v_now timestamptz;
  v_more integer[] := p_quantities;
  v_needs_limit_check boolean;
  v_has_quota boolean;
  v_products integer[];
  v_is_counted boolean := false;
  v_is_new boolean := false;
  v_has_released boolean := false;
  v_is_paying boolean := false;
  v_hold interval := p_hold;
  v_is_moved boolean;
  v_is_scarce boolean;
begin
  -- 1. Check that all lines can be bought. Lines that are no longer on sale can still be removed (quantity 0).
  -- A first line of a type without rules needs no check of the limits.
  select case
    when bool_or(t.id is null) then 'unknown'
    when bool_or(w.quantity > 0 and not (c.onsale and c.published_at is not null)) then 'not_on_sale'
    when bool_or(w.quantity < 0 or (p_mode = 'add' and w.quantity not between 1 and s.quantity))
      then 'quantity'
  end,
  count(*) > 1 or bool_or(w.quantity > least(p.max_per_order, t.max_per_order)) or bool_or(exists (
    select from ticket_type_only_with o where o.ticket_type_id = t.id
  )),
  bool_or(exists (select from ticket_quota q where q.ticket_type_id = t.id))
  into outcome, v_needs_limit_check, v_has_quota
  from unnest(p_products, p_types, p_quantities) as w (product_id, type_id, quantity)
  left join ticket_type t on t.id = w.type_id and t.product_id = w.product_id
  left join product p on p.id = t.product_id
  left join concert c on c.id = p.concert_id
  left join stock s on s.product_id = p.id;
  if outcome is not null then return; end if;

  -- 2. Lock the session's cart. An expired one is ended and a new one inserted; the next transaction that
  -- needs the expired one's tickets releases them.
  loop
    select * into v_cart from cart where session_id = p_session and ended_at is null for update;
    v_now := clock_timestamp();
    if found and v_cart.expires_at > v_now then
      v_is_paying := exists (select from checkout where cart_id = v_cart.id
                             and closed_at is null and settled_at is null);
      exit;
    end if;
    if found then update cart set ended_at = v_now where id = v_cart.id; end if;
    insert into cart (session_id, expires_at, release_at, first_hold_at, network, larger_network)
    select p_session, e.ends_at, e.ends_at, v_now, p_networks[1], p_networks[2] from find_hold_end(null, p_hold) as e (ends_at)
    on conflict (session_id) where ended_at is null do nothing
    returning * into v_cart;
    -- no row: a concurrent request of this session has inserted a cart; the next iteration locks it
    v_is_new := found;
    exit when v_is_new;
  end loop;

  if p_request is not null and exists (
    select from idempotent_request where key_hash = p_request and applied_at is not null
  ) then outcome := 'ok'; return; end if;

  -- 3. Check the limits on the cart as the change would leave it.
  if p_mode = 'set' and not v_is_new then
    v_more := array(
      select w.quantity - coalesce(h.quantity, 0)
      from unnest(p_types, p_quantities) with ordinality as w (type_id, quantity, place)
      left join hold h on h.cart_id = v_cart.id and h.ticket_type_id = w.type_id
      order by w.place
    );
  end if;
  if v_needs_limit_check or not v_is_new then
    problem := find_cart_problem(v_cart.id, p_products, p_types, v_more);
    if problem is not null then outcome := 'limit'; end if;
  end if;
  if outcome is null and p_networks is not null then
    problem := find_network_problem(v_cart.id, p_networks, p_products, v_more);
    if problem is not null then outcome := 'network'; end if;
  end if;
  if outcome is not null then
    if v_is_new then delete from cart where id = v_cart.id; end if;
    return;
  end if;
  if v_is_paying then
    v_products := array(select distinct unnest(p_products) order by 1);
    select s.outcome, s.problem into outcome, problem
    from find_stock_problem(p_products, p_types, v_more) s;
    if outcome is null or has_expired_holds(v_products) then
      outcome := 'payment_open';
      problem := null;
    end if;
    return;
  end if;

  -- 4. Lock and count the stock; refuse the whole change if one product has too few tickets left. Counters change
  -- before holds. Most requests add tickets of one product with plenty left; one update handles them.
  if p_mode = 'add' and cardinality(p_products) = 1 and not v_has_quota then
    update stock set held = held + p_quantities[1]
    where product_id = p_products[1] and sold + held + p_quantities[1] <= quantity
    returning held * 10 > (quantity - sold) * 3 into v_is_scarce;
    v_is_counted := found;
  end if;
  if not v_is_counted then
    v_products := array(select distinct unnest(p_products) order by 1);
    perform from stock where product_id = any (v_products) order by product_id for update;
    -- Expired holds are released only when too few tickets are left, because finding them reads other carts.
    loop
      select s.outcome, s.problem into outcome, problem
      from find_stock_problem(p_products, p_types, v_more) s;
      exit when outcome is null;
      if v_has_released then
        if has_expired_holds(v_products) then outcome := 'busy'; end if;
        if v_is_new then delete from cart where id = v_cart.id; end if;
        return;
      end if;
      perform release_expired_holds(v_products);
      v_has_released := true;
    end loop;
    update stock s set held = s.held + change.more
    from (
      select w.product_id, sum(w.more)::integer as more
      from unnest(p_products, v_more) as w (product_id, more) group by w.product_id
    ) as change
    where s.product_id = change.product_id and change.more <> 0;
  end if;
  -- always, and in a separate statement, to see what was committed before we locked the stock: a quota may be new
  update ticket_quota q set held = q.held + w.more
  from unnest(p_types, v_more) as w (type_id, more)
  where q.ticket_type_id = w.type_id and w.more <> 0;
  -- likewise: the sale may have ended while this waited for the stock
  if exists (
    select from unnest(p_products, v_more) as w (product_id, more)
    join product p on p.id = w.product_id join concert c on c.id = p.concert_id
    where w.more > 0 and not (c.onsale and c.published_at is not null)
  ) then raise exception 'not on sale' using errcode = 'TK002'; end if;

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

  -- 5. The cart ends with its last ticket. Another change restarts the hold, up to three times its length after the
  -- first ticket, and never shortens it.
  if p_networks is not null and (v_is_scarce or not v_is_new or not v_is_counted)
    and has_short_hold(v_cart.id) then
    v_hold := least(p_hold, interval '5 minutes');
    if v_is_new then
      update cart k set expires_at = e.ends_at, release_at = e.ends_at
      from find_hold_end(null, v_hold) as e (ends_at) where k.id = v_cart.id;
    end if;
  end if;
  if p_mode = 'set' and not exists (select from hold where cart_id = v_cart.id) then
    update cart set ended_at = clock_timestamp() where id = v_cart.id;
  elsif not v_is_new then
    v_is_moved := p_networks is not null and 0 < any (v_more);
    update cart k
    set first_hold_at = coalesce(k.first_hold_at, v_now),
        expires_at = greatest(k.expires_at, e.ends_at),
        release_at = greatest(k.release_at, e.ends_at),
        network = case when v_is_moved then p_networks[1] else k.network end,
        larger_network = case when v_is_moved then p_networks[2] else k.larger_network end
    from find_hold_end(v_cart.first_hold_at, v_hold) as e (ends_at)
    where k.id = v_cart.id;
  end if;
  if p_request is not null then
    update idempotent_request set applied_at = clock_timestamp() where key_hash = p_request;
  end if;
  outcome := 'ok';
end $$;
