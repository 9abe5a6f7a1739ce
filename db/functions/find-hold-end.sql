-- When a hold ends that restarts now: after p_hold, but at the cart's last end at the latest (api.md, Cart). p_first:
-- null if this hold is the first, or if no last end limits it. In whole seconds, as in responses.
create or replace function find_hold_end(p_first timestamptz, p_hold interval) returns timestamptz
language sql volatile as $$
  select least(date_trunc('second', clock_timestamp() + p_hold), find_last_hold_end(p_first, p_hold))
$$;
