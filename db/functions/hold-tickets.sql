-- A step of change_cart: locks and counts the stock, before holds change, and refuses the whole change if one product
-- has too few tickets left. Outcomes: null | too_few | busy. p_is_simple: adds, of types without a quota.
-- may_be_scarce: false if plenty of free tickets is left. Raises TK002 if the sale of one has ended.
create or replace function hold_tickets(
  p_products integer[], p_types integer[], p_more integer[], p_is_simple boolean,
  out outcome text, out problem jsonb, out may_be_scarce boolean
)
language plpgsql as $$
declare
  v_products integer[];
  v_has_released boolean := false;
begin
  -- Most requests add tickets of one product with plenty left; one update handles them.
  if p_is_simple and cardinality(p_products) = 1 then
    update stock set held = held + p_more[1]
    where product_id = p_products[1] and sold + held + p_more[1] <= quantity
    returning held * 10 > (quantity - sold) * 3 into may_be_scarce;
  end if;
  if may_be_scarce is null then
    may_be_scarce := true;
    v_products := array(select distinct unnest(p_products) order by 1);
    perform from stock where product_id = any (v_products) order by product_id for update;
    -- Expired holds are released only when too few tickets are left, because finding them reads other carts.
    loop
      select s.outcome, s.problem into outcome, problem from find_stock_problem(p_products, p_types, p_more) s;
      exit when outcome is null;
      if v_has_released then
        if has_expired_holds(v_products) then outcome := 'busy'; end if;
        return;
      end if;
      perform release_expired_holds(v_products);
      v_has_released := true;
    end loop;
    update stock s set held = s.held + change.more
    from (
      select w.product_id, sum(w.more)::integer as more
      from unnest(p_products, p_more) as w (product_id, more) group by w.product_id
    ) as change
    where s.product_id = change.product_id and change.more <> 0;
  end if;
  -- always, and in a separate statement, to see what was committed before we locked the stock: a quota may be new
  update ticket_quota q set held = q.held + w.more
  from unnest(p_types, p_more) as w (type_id, more)
  where q.ticket_type_id = w.type_id and w.more <> 0;
  -- likewise: while this waited for the stock, the sale may have ended, or a type may no longer be offered or exist
  if exists (
    select from unnest(p_products, p_types, p_more) as w (product_id, type_id, more)
    left join ticket_type t on t.id = w.type_id
    left join product p on p.id = t.product_id left join concert c on c.id = p.concert_id
    where w.more > 0 and (c.onsale and c.published_at is not null and t.is_offered) is not true
  ) then raise exception 'not on sale' using errcode = 'TK002'; end if;
end $$;
