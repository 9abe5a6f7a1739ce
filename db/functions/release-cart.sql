-- Ends a cart and releases its tickets at once. The caller has locked the cart's row.
create or replace function release_cart(p_cart bigint) returns void
language plpgsql as $$
begin
  perform from stock
  where product_id in (select product_id from hold where cart_id = p_cart)
  order by product_id for update;
  with mine as (
    delete from hold where cart_id = p_cart returning product_id, ticket_type_id, quantity
  ), quotas as (
    update ticket_quota q set held = q.held - mine.quantity
    from mine where q.ticket_type_id = mine.ticket_type_id
  )
  update stock s set held = s.held - mine.quantity
  from (select product_id, sum(quantity)::integer as quantity from mine group by product_id) mine
  where s.product_id = mine.product_id;
  update cart set ended_at = coalesce(ended_at, clock_timestamp()) where id = p_cart;
end $$;
