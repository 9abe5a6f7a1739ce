-- The last end of a cart's holds: three times their length after its first ticket (api.md, Cart), which comes now if
-- p_first is null. Must return the same as server/cart/find-cart.ts.
create or replace function find_last_hold_end(p_first timestamptz, p_hold interval) returns timestamptz
language sql volatile as $$
  select date_trunc('second', coalesce(p_first, clock_timestamp()) + 3 * p_hold)
$$;
