-- Gives a cart whose hold was short (has_short_hold) the whole time from its first ticket, and returns its new end.
-- Null for any other cart, which stays as it is.
create or replace function complete_hold(p_cart bigint, p_hold interval) returns timestamptz
language sql as $$
  update cart set expires_at = date_trunc('second', first_hold_at + p_hold),
    release_at = date_trunc('second', first_hold_at + p_hold) + (release_at - expires_at)
  where id = p_cart and expires_at < date_trunc('second', first_hold_at + p_hold)
  returning expires_at
$$;
