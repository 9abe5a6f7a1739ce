-- Gives the tickets of ended holds of these products back to the stock.
-- The caller has locked the products' stock rows. Carts somebody is working on are skipped:
-- waiting for them here, with the stock locked, would be a deadlock.
create or replace function release_expired_holds(p_products integer[]) returns void
language sql as $$
  with dead as (
    select k.id
    from cart k
    where k.release_at <= clock_timestamp()
      and k.id in (select h.cart_id from hold h where h.product_id = any (p_products))
    for update skip locked
  ), gone as (
    delete from hold h using dead
    where h.cart_id = dead.id and h.product_id = any (p_products)
    returning h.product_id, h.quantity
  )
  update stock s set held = s.held - g.quantity
  from (select product_id, sum(quantity)::integer as quantity from gone group by product_id) g
  where s.product_id = g.product_id
$$;
