-- Turns what a cart holds into sold tickets, or takes free ones where it holds none any more
-- (p_cart null: it never does). False: there are too few; then nothing is sold, and what the cart
-- held is free. The caller has locked the cart's row. Raises 40001 (try the whole transaction again) when
-- ended holds, which would be free, are just being dealt with by somebody else.
create or replace function sell_tickets(
  p_cart bigint, p_products integer[], p_quantities integer[]
) returns boolean
language plpgsql as $$
begin
  perform from stock where product_id = any (p_products) order by product_id for update;
  if p_cart is not null then
    perform release_cart(p_cart);
  end if;
  if not tickets_free(p_products, p_quantities) then
    perform reclaim_expired(p_products);
    if not tickets_free(p_products, p_quantities) then
      if ended_holds(p_products) then
        raise exception 'ended holds are just being released' using errcode = '40001';
      end if;
      return false;
    end if;
  end if;
  update stock s set sold = s.sold + w.quantity
  from unnest(p_products, p_quantities) as w (product_id, quantity)
  where s.product_id = w.product_id;
  return true;
end $$;
