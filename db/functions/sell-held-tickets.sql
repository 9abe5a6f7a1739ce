-- Sells the tickets of a checkout whose cart holds exactly these, and ends the cart. The caller has locked the cart's
-- row. p_types: each once; p_products: the product of each.
create or replace function sell_held_tickets(
  p_cart bigint, p_products integer[], p_types integer[], p_quantities integer[]
) returns void
language plpgsql as $$
begin
  -- several products are locked first, in order of their ids; the update locks a single one by itself
  if cardinality(p_types) > 1 then
    perform from stock where product_id = any (p_products) order by product_id for update;
  end if;
  perform count_sold(p_products, p_types, p_quantities, true);
  delete from hold where cart_id = p_cart;
  update cart set ended_at = coalesce(ended_at, clock_timestamp()) where id = p_cart;
end $$;
