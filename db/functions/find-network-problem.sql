-- Whether a network would hold too many unpaid tickets after a change of one of its carts: more than 40, in the larger
-- network of an IPv6 address more than 200, or a tenth of a concert's quantity if that is more (api.md, Cart). Returns
-- null, or {retryAfter}: the seconds until the network's next hold ends.
-- p_networks: hashes of an IPv4 address, or of the /56 and the /48 of an IPv6 address. Locks the larger one until the
-- commit, so that its carts are counted one after the other. The caller has locked the cart.
create or replace function find_network_problem(
  p_cart bigint, p_networks text[], p_products integer[], p_more integer[]
) returns jsonb
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_more bigint;
  v_tenth integer;
  v_problem jsonb;
begin
  -- a call may add tickets of several concerts: the smallest one decides
  select sum(w.more), min(s.quantity) filter (where w.more > 0) / 10 into v_more, v_tenth
  from unnest(p_products, p_more) as w (product_id, more) join stock s using (product_id);
  if not 0 < any (p_more) then return null; end if;

  perform pg_advisory_xact_lock(hashtextextended(p_networks[cardinality(p_networks)], 0));
  -- a statement for each network: IPv4 addresses, most of all, have one
  select jsonb_build_object('retryAfter',
    ceil(extract(epoch from min(k.release_at) - clock_timestamp()))) into v_problem
  from (
    select id, release_at from cart
    where network = p_networks[1] and release_at > clock_timestamp() and ended_at is null and id <> p_cart
    union all
    select id, release_at from cart where id = p_cart
  ) k
  left join hold h on h.cart_id = k.id
  having coalesce(sum(h.quantity), 0) + v_more > greatest(40, v_tenth);
  if v_problem is not null or cardinality(p_networks) = 1 then return v_problem; end if;
  return (
    select jsonb_build_object('retryAfter',
      ceil(extract(epoch from min(k.release_at) - clock_timestamp())))
    from (
      select id, release_at from cart
      where larger_network = p_networks[2] and release_at > clock_timestamp() and ended_at is null
        and id <> p_cart
      union all
      select id, release_at from cart where id = p_cart
    ) k
    left join hold h on h.cart_id = k.id
    having coalesce(sum(h.quantity), 0) + v_more > greatest(200, v_tenth)
  );
end $$;
