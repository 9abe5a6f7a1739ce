-- A step of change_cart: writes the lines of a cart whose tickets are counted. The cart ends with its last ticket.
create or replace function save_holds(
  p_cart bigint, p_mode text, p_products integer[], p_types integer[], p_quantities integer[]
) returns void
language plpgsql as $$
begin
  insert into hold as h (cart_id, ticket_type_id, product_id, quantity)
  select p_cart, w.type_id, w.product_id, w.quantity
  from unnest(p_products, p_types, p_quantities) as w (product_id, type_id, quantity)
  where w.quantity > 0
  on conflict (cart_id, ticket_type_id) do update
    set quantity = case p_mode when 'add' then h.quantity + excluded.quantity else excluded.quantity end;
  if p_mode = 'set' then
    delete from hold h
    using unnest(p_types, p_quantities) as w (type_id, quantity)
    where w.quantity = 0 and h.cart_id = p_cart and h.ticket_type_id = w.type_id;
    update cart set ended_at = clock_timestamp()
    where id = p_cart and not exists (select from hold where cart_id = p_cart);
  end if;
end $$;
