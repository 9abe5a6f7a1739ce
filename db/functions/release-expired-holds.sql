-- Releases the expired holds of these products. The caller has locked their stock rows. Carts that another
-- transaction has locked are skipped: waiting for them with the stock locked could deadlock.
create or replace function release_expired_holds(p_products integer[]) returns void
language sql as $$
  with expired as (
    select k.id
    from cart k
    where k.release_at <= clock_timestamp()
      and k.id in (select h.cart_id from hold h where h.product_id = any (p_products))
    for update skip locked
  ), released as (
    delete from hold h using expired
    where h.cart_id = expired.id and h.product_id = any (p_products)
    returning h.product_id, h.ticket_type_id, h.quantity
  ), quotas as (
    update ticket_quota q set held = q.held - g.quantity
    from (select ticket_type_id, sum(quantity)::integer as quantity from released group by 1) g
    where q.ticket_type_id = g.ticket_type_id
  )
  update stock s set held = s.held - g.quantity
  from (select product_id, sum(quantity)::integer as quantity from released group by product_id) g
  where s.product_id = g.product_id
$$;
