-- Whether expired carts still hold some of these products. After release_expired_holds this means that it skipped
-- them, because another transaction has locked them.
create or replace function has_expired_holds(p_products integer[]) returns boolean
language sql stable as $$
  select exists (
    select from hold h join cart k on k.id = h.cart_id
    where h.product_id = any (p_products) and k.release_at <= clock_timestamp()
  )
$$;
