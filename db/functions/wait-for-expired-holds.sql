-- Waits until no transaction has a lock on the expired carts that hold these products. Call it with nothing
-- locked; the next attempt can then release them.
create or replace function wait_for_expired_holds(p_products integer[]) returns void
language plpgsql as $$
begin
  perform from cart k
  where k.release_at <= clock_timestamp()
    and k.id in (select h.cart_id from hold h where h.product_id = any (p_products))
  order by k.id for update;
end $$;
