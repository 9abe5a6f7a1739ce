-- Counts tickets of these types as sold, in the stock of their products and in the types' quotas; p_held: they were
-- held until now. The caller locks the stock first if there are several products. Without enable_seqscan = off, the
-- plan would read the whole of a small table, with hundreds of versions of its rows after a rush, and the stock locked.
create or replace function count_sold(
  p_products integer[], p_types integer[], p_quantities integer[], p_held boolean
) returns void
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  update stock s
  set sold = s.sold + w.quantity, held = s.held - case when p_held then w.quantity else 0 end
  from (
    select l.product_id, sum(l.quantity)::integer as quantity
    from unnest(p_products, p_quantities) as l (product_id, quantity) group by l.product_id
  ) w
  where s.product_id = w.product_id;
  -- a separate statement: the stock is locked now
  update ticket_quota q
  set sold = q.sold + w.quantity, held = q.held - case when p_held then w.quantity else 0 end
  from unnest(p_types, p_quantities) as w (type_id, quantity)
  where q.ticket_type_id = w.type_id;
end $$;
