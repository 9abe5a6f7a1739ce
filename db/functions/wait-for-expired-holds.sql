-- Waits until nobody works any more on the ended carts that hold these products. Called on its own, with
-- nothing locked: the next try then reclaims them.
create or replace function wait_for_expired_holds(p_products integer[]) returns void
language plpgsql as $$
begin
  perform from cart k
  where k.release_at <= clock_timestamp()
    and k.id in (select h.cart_id from hold h where h.product_id = any (p_products))
  order by k.id for update;
end $$;
