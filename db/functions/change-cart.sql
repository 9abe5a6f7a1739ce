-- Adds tickets to a session's cart ('add') or sets the quantity of its lines ('set'), and holds them:
-- one statement, one round trip. Locks the cart first, then its network, then stock by product id. Outcomes:
--   ok | too_few | limit | network | busy | unknown | not_on_sale | quantity | payment_open
-- limit, network: problem is what find_cart_problem or find_network_problem returns.
-- busy: another transaction is releasing expired holds; call wait_for_expired_holds, then retry.
-- payment_open: the change is possible once the cart's open payment is cancelled. A refused one leaves it open.
-- Raises TK002, like not_on_sale, if the sale ends meanwhile.
-- A refused change leaves no new cart behind: the first ticket starts its time, not the first attempt.
-- p_request: the request's key (idempotent_request), or null. With a key the change is applied once, even if
-- the process died before it could respond.
-- p_networks: hashes of the caller's networks (find_network_problem), or null where networks are not limited.
-- Assigning what a step returns is faster than selecting it. The settings hold for the steps, too. enable_seqscan = off: as in count_sold.
create or replace function change_cart(
  p_session uuid, p_mode text, p_products integer[], p_types integer[], p_quantities integer[],
  p_hold interval, p_request bytea, p_networks text[], out outcome text, out problem jsonb
)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_lines record;
  v_cart record;
  v_more integer[] := p_quantities;
  v_held record;
begin
  v_lines := check_lines(p_mode, p_products, p_types, p_quantities);
  outcome := v_lines.outcome;
  if outcome is not null then return; end if;

  v_cart := lock_or_start_cart(p_session, p_hold, p_networks);
  if p_request is not null and exists (
    select from idempotent_request where key_hash = p_request and applied_at is not null
  ) then outcome := 'ok'; return; end if;

  if p_mode = 'set' and not v_cart.is_new then
    v_more := array(
      select w.quantity - coalesce(h.quantity, 0)
      from unnest(p_types, p_quantities) with ordinality as w (type_id, quantity, place)
      left join hold h on h.cart_id = v_cart.id and h.ticket_type_id = w.type_id
      order by w.place
    );
  end if;
  if v_lines.needs_limit_check or not v_cart.is_new then
    problem := find_cart_problem(v_cart.id, p_products, p_types, v_more);
    if problem is not null then outcome := 'limit'; end if;
  end if;
  if outcome is null and p_networks is not null then
    problem := find_network_problem(v_cart.id, p_networks, p_products, v_more);
    if problem is not null then outcome := 'network'; end if;
  end if;
  if outcome is null and v_cart.is_paying then
    select s.outcome, s.problem into outcome, problem from find_stock_problem(p_products, p_types, v_more) s;
    if outcome is null or has_expired_holds(p_products) then
      outcome := 'payment_open';
      problem := null;
    end if;
    return;
  end if;
  if outcome is null then
    v_held := hold_tickets(p_products, p_types, v_more, p_mode = 'add' and not v_lines.has_quota);
    outcome := v_held.outcome;
    problem := v_held.problem;
  end if;
  if outcome is not null then
    if v_cart.is_new then delete from cart where id = v_cart.id; end if;
    return;
  end if;

  perform save_holds(v_cart.id, p_mode, p_products, p_types, p_quantities);
  if v_held.may_be_scarce or not v_cart.is_new then
    perform restart_hold(v_cart.id, p_hold, p_networks, v_cart.is_new, 0 < any (v_more));
  end if;
  if p_request is not null then
    update idempotent_request set applied_at = clock_timestamp() where key_hash = p_request;
  end if;
  outcome := 'ok';
end $$;
