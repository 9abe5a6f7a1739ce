-- The end of a hold that restarts now: at most three times its length after the cart's first ticket (api.md, Cart).
-- A whole second, as responses tell it.
create or replace function find_hold_end(p_first timestamptz, p_hold interval) returns timestamptz
language sql volatile as $$
  select date_trunc('second',
    least(clock_timestamp() + p_hold, coalesce(p_first, clock_timestamp()) + 3 * p_hold))
$$;
