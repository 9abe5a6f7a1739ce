-- Adds tickets to a session's cart ('add') or sets the quantity of its lines ('set'), and holds them:
-- one statement, one round trip. Locks in one order: cart, then stock by product. Answers
--   ok | too_few | busy | unknown | not_on_sale | quantity | payment_open
-- p_request: the key of the request (idempotent_request), null without one: what it asks for is done once,
-- also when the process that did it died before it could say so.
-- busy: ended holds are just being dealt with by somebody else; wait_for_expired_holds, then try again.
create or replace function change_cart(
  p_session uuid, p_mode text, p_products integer[], p_types integer[], p_quantities integer[],
  p_hold interval, p_request bytea
) returns text
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_cart cart;
  v_now timestamptz;
  v_refusal text;
  v_products integer[];
  v_counted boolean := false;
  v_new boolean := false;
  v_reclaimed boolean := false;
begin
  -- 1. Is it something we sell? What is no longer on sale can still be taken out of the cart.
  select case
    when bool_or(t.id is null) then 'unknown'
    when bool_or(w.quantity > 0 and not (c.onsale and c.published_at is not null)) then 'not_on_sale'
    when bool_or(w.quantity > s.quantity or w.quantity < 0 or (p_mode = 'add' and w.quantity = 0))
      then 'quantity'
  end into v_refusal
  from unnest(p_products, p_types, p_quantities) as w (product_id, type_id, quantity)
  left join ticket_type t on t.id = w.type_id and t.product_id = w.product_id
  left join product p on p.id = t.product_id
  left join concert c on c.id = p.concert_id
  left join stock s on s.product_id = p.id;
  if v_refusal is not null then return v_refusal; end if;

  -- 2. The session's cart, locked. An ended one is left to those who reclaim it; a new one begins.
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
    -- a parallel request of the same session may have been first: then take its cart
    v_new := found;
    exit when v_new;
  end loop;

  if p_request is not null and exists (
    select from idempotent_request where key_hash = p_request and applied_at is not null
  ) then return 'ok'; end if;

  -- 3. The stock: locked in one order, counted, refused as a whole when one product has too few left. The
  -- counter first, it reads the ledger; then the ledger. Nearly everybody adds tickets of one product, of which
  -- there are plenty: that is one look.
  if p_mode = 'add' and cardinality(p_products) = 1 then
    update stock set held = held + p_quantities[1]
    where product_id = p_products[1] and sold + held + p_quantities[1] <= quantity;
    v_counted := found;
  end if;
  if not v_counted then
    v_products := array(select distinct unnest(p_products) order by 1);
    perform from stock where product_id = any (v_products) order by product_id for update;
    -- What nobody holds any more is counted only now: while there is plenty, nobody looks at what all others hold.
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
      if v_reclaimed then
        return case when has_expired_holds(v_products) then 'busy' else 'too_few' end;
      end if;
      perform release_expired_holds(v_products);
      v_reclaimed := true;
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

  -- 4. A change starts the hold's time anew, ten times at most; it never shortens it.
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
