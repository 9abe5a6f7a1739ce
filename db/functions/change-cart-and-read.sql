-- Runs change_cart and, if it returns ok, reads the changed cart in the same round trip. The cart's columns are
-- null if the change was refused or left the cart empty.
create or replace function change_cart_and_read(
  p_session uuid, p_mode text, p_products integer[], p_types integer[], p_quantities integer[],
  p_hold interval, p_request bytea, p_networks text[]
) returns table (
  outcome text, problem jsonb, id bigint, expires_at timestamptz, delivery_method text, lines jsonb, guest jsonb
)
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_outcome text;
  v_problem jsonb;
begin
  select c.outcome, c.problem into v_outcome, v_problem
  from change_cart(
    p_session, p_mode, p_products, p_types, p_quantities, p_hold, p_request, p_networks
  ) c;
  -- a separate statement, so that it sees the change
  return query
  select v_outcome, v_problem, c.id, c.expires_at, c.delivery_method, c.lines, c.guest
  from (select) as one left join find_cart(p_session) c on v_outcome = 'ok';
end $$;
