-- Sells tickets of a checkout that its cart does not hold exactly: releases the cart (p_cart; null: it is closed
-- already) and takes what is available. Returns false, with nothing changed, if there are too few. The caller has
-- locked the cart's row. Raises 40001 (retry the whole transaction) while another transaction is releasing expired
-- holds that would be enough. p_types: each once; p_products: the product of each.
create or replace function sell_available_tickets(
  p_cart bigint, p_products integer[], p_types integer[], p_quantities integer[]
) returns boolean
language plpgsql as $$
begin
  perform from stock
  where product_id = any (p_products) or product_id in (select product_id from hold where cart_id = p_cart)
  order by product_id for update;
  if p_cart is not null then
    perform release_cart(p_cart);
  end if;
  if (find_stock_problem(p_products, p_types, p_quantities)).outcome is not null then
    perform release_expired_holds(p_products);
    if (find_stock_problem(p_products, p_types, p_quantities)).outcome is not null then
      if has_expired_holds(p_products) then
        raise exception 'another transaction is releasing expired holds' using errcode = '40001';
      end if;
      raise exception 'too few tickets' using errcode = 'TK001';
    end if;
  end if;
  perform count_sold(p_products, p_types, p_quantities, false);
  return true;
exception
  when sqlstate 'TK001' then return false;
end $$;
