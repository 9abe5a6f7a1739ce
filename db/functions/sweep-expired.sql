-- Tidies up: gives back the tickets of every ended hold, and forgets carts nobody ordered.
-- Nothing waits for it: the next buyer's statement reclaims what it needs itself.
create or replace function sweep_expired() returns integer
language plpgsql as $$
declare
  v_products integer[];
  v_gone integer;
begin
  v_products := array(
    select distinct h.product_id from hold h join cart k on k.id = h.cart_id
    where k.release_at <= clock_timestamp() order by 1
  );
  perform from stock where product_id = any (v_products) order by product_id for update;
  perform reclaim_expired(v_products);
  -- never waits for a cart: its session may be waiting for the stock, which is locked here
  delete from cart where id in (
    select k.id from cart k
    where k.release_at < clock_timestamp() - interval '1 day'
      and not exists (select from checkout c where c.cart_id = k.id)
      and not exists (select from hold h where h.cart_id = k.id)
    for update skip locked
  );
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;
