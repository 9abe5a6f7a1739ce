-- Whether each of these products (each once) has that many tickets that are neither sold nor held.
create or replace function has_free_tickets(p_products integer[], p_quantities integer[]) returns boolean
language sql stable as $$
  select coalesce(bool_and(s.sold + s.held + w.quantity <= s.quantity), false)
  from unnest(p_products, p_quantities) as w (product_id, quantity)
  left join stock s on s.product_id = w.product_id
$$;
