-- Finds a limit of an order that a cart would break after a change. p_more: additional tickets of each type, for the
-- products of the change. p_products null: checks the unchanged cart, for all its products. Returns null if there is
-- none.
create or replace function find_cart_problem(
  p_cart bigint, p_products integer[] default null, p_types integer[] default null,
  p_more integer[] default null
) returns jsonb
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  -- Most carts hold few tickets, of types without rules: this shortcut takes a third of the time, at every payment.
  if p_products is null and (
    select sum(h.quantity) <= min(least(p.max_per_order, t.max_per_order)) and not bool_or(exists (
      select from ticket_type_only_with o where o.ticket_type_id = t.id
    ))
    from hold h join product p on p.id = h.product_id join ticket_type t on t.id = h.ticket_type_id
    where h.cart_id = p_cart
  ) then return null; end if;

  return (
    with line as (
      select l.product_id, l.type_id, sum(l.quantity) as quantity
      from (
        select h.product_id, h.ticket_type_id, h.quantity from hold h where h.cart_id = p_cart
          and (p_products is null or h.product_id = any (p_products))
        union all
        select * from unnest(p_products, p_types, p_more)
      ) as l (product_id, type_id, quantity)
      group by l.product_id, l.type_id
    )
    select found.problem from (
      select 1 as place, jsonb_build_object('reason', 'product', 'limit', p.max_per_order) as problem
      from product p
      where p.max_per_order < (select sum(l.quantity) from line l where l.product_id = p.id)
        and p.id in (select product_id from line)
      union all
      select 2, jsonb_build_object('reason', 'type', 'limit', t.max_per_order,
        'type', jsonb_build_object('de', t.name_de, 'en', t.name_en))
      from line l join ticket_type t on t.id = l.type_id
      where l.quantity > t.max_per_order
      union all
      select 3, jsonb_build_object('reason', 'only_with',
        'type', jsonb_build_object('de', t.name_de, 'en', t.name_en),
        'types', (select jsonb_agg(jsonb_build_object('de', w.name_de, 'en', w.name_en) order by w.position)
          from ticket_type_only_with o join ticket_type w on w.id = o.with_type_id
          where o.ticket_type_id = t.id))
      from line l join ticket_type t on t.id = l.type_id
      where exists (select from ticket_type_only_with o where o.ticket_type_id = l.type_id)
        and l.quantity > (
          select coalesce(sum(a.quantity), 0)
          from ticket_type_only_with o join line a on a.type_id = o.with_type_id
          where o.ticket_type_id = l.type_id)
      order by place limit 1
    ) found
  );
end $$;
