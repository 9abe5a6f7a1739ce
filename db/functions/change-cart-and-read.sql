-- change_cart and, when it is ok, the cart as it is then, in the same round trip. The cart's columns are null
-- when it was refused or is empty now.
create or replace function change_cart_and_read(
  p_session uuid, p_mode text, p_products integer[], p_types integer[], p_quantities integer[],
  p_hold interval, p_request bytea
) returns table (
  outcome text, id bigint, expires_at timestamptz, delivery_method text, lines jsonb, guest jsonb
)
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_outcome text := change_cart(
    p_session, p_mode, p_products, p_types, p_quantities, p_hold, p_request
  );
begin
  -- a statement of its own: it sees what has just been changed
  return query
  select v_outcome, c.id, c.expires_at, c.delivery_method, c.lines, c.guest
  from (select) as one left join find_cart(p_session) c on v_outcome = 'ok';
end $$;
