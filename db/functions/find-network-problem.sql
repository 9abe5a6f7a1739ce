-- Whether a network would hold too many unpaid tickets after a change of one of its carts: more than 40, or a tenth
-- of a concert's quantity if that is more (api.md, Cart). Returns null, or
-- {retryAfter}: the seconds until the network's next hold ends.
-- Locks the network until the commit, so that its carts are counted one after the other. The caller has locked the
-- cart.
create or replace function find_network_problem(
  p_cart bigint, p_network text, p_products integer[], p_more integer[]
) returns jsonb
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_more bigint;
  v_limit integer;
begin
  -- a call may add tickets of several concerts: the smallest one decides
  select sum(w.more), greatest(40, min(s.quantity) filter (where w.more > 0) / 10) into v_more, v_limit
  from unnest(p_products, p_more) as w (product_id, more) join stock s using (product_id);
  if not 0 < any (p_more) then return null; end if;

  perform pg_advisory_xact_lock(hashtextextended(p_network, 0));
  return (
    select jsonb_build_object('retryAfter',
      ceil(extract(epoch from min(k.release_at) - clock_timestamp())))
    from (
      select id, release_at from cart
      where network = p_network and release_at > clock_timestamp() and ended_at is null and id <> p_cart
      union all
      select id, release_at from cart where id = p_cart
    ) k
    left join hold h on h.cart_id = k.id
    having coalesce(sum(h.quantity), 0) + v_more > v_limit
  );
end $$;
