-- The first step of change_cart: whether all lines can be bought. Lines that are no longer on sale can still be removed
-- (quantity 0). Outcomes: null | unknown | not_on_sale | quantity.
-- needs_limit_check: false for a single line of a type without rules. has_quota: one of the types has one.
create or replace function check_lines(
  p_mode text, p_products integer[], p_types integer[], p_quantities integer[],
  out outcome text, out needs_limit_check boolean, out has_quota boolean
)
language plpgsql stable as $$
begin
  select case
    when bool_or(t.id is null) then 'unknown'
    when bool_or(w.quantity > 0 and not (c.onsale and c.published_at is not null and t.is_offered))
      then 'not_on_sale'
    when bool_or(w.quantity < 0 or (p_mode = 'add' and w.quantity not between 1 and s.quantity))
      then 'quantity'
  end,
  count(*) > 1 or bool_or(w.quantity > least(p.max_per_order, t.max_per_order)) or bool_or(exists (
    select from ticket_type_only_with o where o.ticket_type_id = t.id
  )),
  bool_or(exists (select from ticket_quota q where q.ticket_type_id = t.id))
  into outcome, needs_limit_check, has_quota
  from unnest(p_products, p_types, p_quantities) as w (product_id, type_id, quantity)
  left join ticket_type t on t.id = w.type_id and t.product_id = w.product_id
  left join product p on p.id = t.product_id
  left join concert c on c.id = p.concert_id
  left join stock s on s.product_id = p.id;
end $$;
