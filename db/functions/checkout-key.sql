-- Names a checkout towards the provider: also good for another database on the same account. The same as
-- checkoutKey in server/payment/intents.ts.
create or replace function checkout_key(p_checkout checkout) returns text
language sql immutable as $$
  select left(encode(sha256(convert_to(p_checkout.id || '/' || p_checkout.session_id, 'UTF8')), 'hex'), 32)
$$;
