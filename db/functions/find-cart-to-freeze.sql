-- Everything that freeze_cart copies: a session's running cart with its lines at current prices, whether all of
-- it is on sale, the buyer's details, and its open checkout, if there is one. Takes no lock: freeze_cart locks the
-- cart and reads again. Returns no row if there is no cart with tickets. p_account: null for a guest.
create or replace function find_cart_to_freeze(p_session uuid, p_account bigint) returns table (
  id bigint, delivery_method text, lines jsonb, is_on_sale boolean, details jsonb, open_checkout jsonb
)
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_id bigint;
begin
  select k.id into v_id from cart k
  where k.session_id = p_session and k.ended_at is null and k.expires_at > clock_timestamp();
  if not found or not exists (select from hold h where h.cart_id = v_id) then return; end if;
  return query
  select k.id, k.delivery_method::text, (
    select jsonb_agg(jsonb_build_object('ticket_type_id', h.ticket_type_id, 'product_id', h.product_id,
      'quantity', h.quantity, 'price_cents', t.price_cents) order by h.ticket_type_id)
    from hold h join ticket_type t on t.id = h.ticket_type_id where h.cart_id = k.id
  ), not exists (
    select from hold h join product p on p.id = h.product_id join concert c on c.id = p.concert_id
    where h.cart_id = k.id and not (c.onsale and c.published_at is not null)
  ), (
    select to_jsonb(d) from find_details(p_account, v_id) d
  ), (
    select jsonb_build_object('id', c.id, 'cart_id', c.cart_id, 'session_id', c.session_id,
      'amount_cents', c.amount_cents, 'intent_id', c.intent_id, 'client_secret', c.client_secret,
      'provider_session', c.provider_session, 'fingerprint', c.fingerprint)
    from checkout c where c.cart_id = k.id and c.closed_at is null and c.settled_at is null
  )
  from cart k where k.id = v_id;
end $$;
