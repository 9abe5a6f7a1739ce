-- Whether a cart's hold is a short one (api.md, Cart): it has no delivery details yet, and carts without them hold more
-- than 30 % of the free tickets of one of its concerts. Sums carts only if all of them together hold that many.
create or replace function has_short_hold(p_cart bigint) returns boolean
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  if exists (select from cart where id = p_cart and delivery_method is not null)
    or exists (select from delivery_details where cart_id = p_cart) then return false; end if;
  return exists (
    select from stock s
    where s.product_id in (select product_id from hold where cart_id = p_cart)
      and s.held * 10 > (s.quantity - s.sold) * 3
      and exists (
        select from hold h join cart k on k.id = h.cart_id
        where h.product_id = s.product_id and k.release_at > clock_timestamp() and k.delivery_method is null
          and not exists (select from delivery_details d where d.cart_id = k.id)
        having sum(h.quantity) * 10 > (s.quantity - s.sold) * 3
      )
  );
end $$;
