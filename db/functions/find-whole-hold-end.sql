-- When a whole hold ends that started with the first ticket, or the cart's own end if that is later (has_short_hold).
create or replace function find_whole_hold_end(
  p_expires timestamptz, p_first timestamptz, p_hold interval
) returns timestamptz
language sql stable as $$
  select greatest(p_expires, date_trunc('second', p_first + p_hold))
$$;
