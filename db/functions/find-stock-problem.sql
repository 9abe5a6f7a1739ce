-- Whether the locked stock has too few tickets for a change: of a product (too_few), or of a type with a quota
-- (limit, with what is left). outcome is null if there are enough.
create or replace function find_stock_problem(
  p_products integer[], p_types integer[], p_more integer[], out outcome text, out problem jsonb
)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  if exists (
    select from (
      select w.product_id, sum(w.more) as more
      from unnest(p_products, p_more) as w (product_id, more) group by w.product_id
    ) as change
    join stock s using (product_id)
    where change.more > 0 and s.sold + s.held + change.more > s.quantity
  ) then outcome := 'too_few'; return; end if;

  select 'limit', jsonb_build_object('reason', 'quota', 'limit', q.quantity - q.sold - q.held)
  into outcome, problem
  from unnest(p_types, p_more) as w (type_id, more)
  join ticket_quota q on q.ticket_type_id = w.type_id
  where w.more > 0 and q.sold + q.held + w.more > q.quantity
  order by w.type_id limit 1;
end $$;
