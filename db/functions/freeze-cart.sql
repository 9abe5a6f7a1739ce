-- Freezes a session's cart into a checkout, and extends its hold, once, to at least p_hold_minutes from now; its
-- tickets stay held p_grace_seconds longer while a payment is open. p_seen: the row of find_cart_to_freeze from which
-- amount, details and fingerprint were computed. Returns no row if the cart has changed since: read it again.
-- Returns the open checkout if p_seen has one, in the language and under the terms of this call.

create or replace function freeze_cart(
  p_session uuid, p_account bigint, p_seen jsonb, p_language text, p_fingerprint text, p_cents integer,
  p_delivery_cents integer, p_details jsonb, p_terms text, p_hold_minutes integer, p_grace_seconds integer
) returns table (
  id bigint, cart_id bigint, session_id uuid, amount_cents integer, intent_id text, client_secret text
)
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_cart record;
  v_id bigint;
  v_end timestamptz;
begin
  perform lock_cart(p_session);
  select * into v_cart from find_cart_to_freeze(p_session, p_account);
  if not found or to_jsonb(v_cart) is distinct from p_seen then return; end if;
  v_id := (v_cart.open_checkout ->> 'id')::bigint;
  if v_id is null then
    insert into checkout (cart_id, session_id, account_id, language, fingerprint, amount_cents,
      delivery_method, delivery_cents, details, terms_version)
    values (v_cart.id, p_session, p_account, p_language, p_fingerprint, p_cents,
      v_cart.delivery_method, p_delivery_cents, p_details, p_terms)
    returning checkout.id into v_id;
    insert into checkout_line (checkout_id, ticket_type_id, product_id, quantity, price_cents)
    select v_id, l.ticket_type_id, l.product_id, l.quantity, l.price_cents
    from jsonb_to_recordset(v_cart.lines)
      as l (ticket_type_id integer, product_id integer, quantity integer, price_cents integer);
  else
    -- only a changed row is written: most calls change nothing
    update checkout c set language = p_language, terms_version = p_terms
    where c.id = v_id and (c.language, c.terms_version) is distinct from (p_language, p_terms);
  end if;
  select case when k.payment_extended_at is null
    -- a second more than p_hold_minutes: holds end at whole seconds
    then greatest(k.expires_at, find_hold_end(null, make_interval(mins => p_hold_minutes, secs => 1)))
    else k.expires_at end into v_end
  from cart k where k.id = v_cart.id;
  update cart k set expires_at = v_end, release_at = v_end + make_interval(secs => p_grace_seconds),
    payment_extended_at = coalesce(k.payment_extended_at, clock_timestamp())
  where k.id = v_cart.id;
  return query
  select c.id, c.cart_id, c.session_id, c.amount_cents, c.intent_id, c.client_secret
  from checkout c where c.id = v_id;
end $$;
