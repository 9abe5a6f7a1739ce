-- Locks a session's running cart and tells whether a payment of it is open. Returns no row if there is no cart.
create or replace function lock_cart(p_session uuid) returns table (id bigint, is_paying boolean)
language plpgsql as $$
declare
  v_id bigint;
begin
  select k.id into v_id from cart k
  where k.session_id = p_session and k.ended_at is null and k.expires_at > clock_timestamp() for update;
  if not found then return; end if;
  -- a separate statement, so that it sees what was committed before we got the lock
  return query select v_id, exists (
    select from checkout c where c.cart_id = v_id and c.closed_at is null and c.settled_at is null
  );
end $$;
