-- Releases the tickets of every expired hold. Nothing depends on it: a purchase that needs them releases them
-- itself.
create or replace function release_all_expired_holds() returns void
language plpgsql as $$
declare
  v_products integer[];
begin
  v_products := array(
    select distinct h.product_id from hold h join cart k on k.id = h.cart_id
    where k.release_at <= clock_timestamp() order by 1
  );
  perform from stock where product_id = any (v_products) order by product_id for update;
  perform release_expired_holds(v_products);
end $$;
