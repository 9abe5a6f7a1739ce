-- Gives a cart whose hold was short (has_short_hold) the whole time from its first ticket, and returns its new end.
-- Null for any other cart, which stays as it is.
create or replace function complete_hold(p_cart bigint, p_hold interval) returns timestamptz
language sql as $$
  update cart k set expires_at = find_whole_hold_end(k.expires_at, k.first_hold_at, p_hold),
    release_at = k.release_at + (find_whole_hold_end(k.expires_at, k.first_hold_at, p_hold) - k.expires_at)
  where k.id = p_cart and k.expires_at < find_whole_hold_end(k.expires_at, k.first_hold_at, p_hold)
  returning k.expires_at
$$;
