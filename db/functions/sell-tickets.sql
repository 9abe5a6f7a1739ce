-- Sells the tickets a cart holds, or available ones if it no longer holds them (p_cart null: it holds none).
-- Returns false if there are too few; then nothing is sold, and the cart's hold is released. The caller has locked
-- the cart's row. Raises 40001 (retry the whole transaction) while another transaction is releasing expired holds
-- that would be enough.
-- p_types: each once, sorted; p_products: the product of each.
drop function if exists sell_tickets(bigint, integer[], integer[]);
drop function if exists has_free_tickets(integer[], integer[]);
create or replace function sell_tickets(
  p_cart bigint, p_products integer[], p_types integer[], p_quantities integer[]
) returns boolean
language plpgsql as $$
declare
  v_products integer[];
  v_types integer[];
  v_quantities integer[];
  v_as_held boolean;
begin
  -- the cart is locked, so its holds cannot change
  select array_agg(h.product_id), array_agg(h.ticket_type_id), array_agg(h.quantity)
  into v_products, v_types, v_quantities
  from (select * from hold where cart_id = p_cart order by ticket_type_id) h;
  v_as_held := v_types = p_types and v_quantities = p_quantities;
  -- several products are locked in one sequence first; the update locks a single one by itself
  if v_as_held is not true or cardinality(p_types) > 1 then
    perform from stock where product_id = any (p_products || v_products)
    order by product_id for update;
  end if;

  -- The usual case: the cart still holds exactly these tickets.
  if v_as_held then
    perform count_sold(p_products, p_types, p_quantities, true);
    delete from hold where cart_id = p_cart;
    update cart set ended_at = coalesce(ended_at, clock_timestamp()) where id = p_cart;
    return true;
  end if;

  if p_cart is not null then
    perform release_cart(p_cart);
  end if;
  if (find_stock_problem(p_products, p_types, p_quantities)).outcome is not null then
    perform release_expired_holds(p_products);
    if (find_stock_problem(p_products, p_types, p_quantities)).outcome is not null then
      if has_expired_holds(p_products) then
        raise exception 'another transaction is releasing expired holds' using errcode = '40001';
      end if;
      return false;
    end if;
  end if;
  perform count_sold(p_products, p_types, p_quantities, false);
  return true;
end $$;
