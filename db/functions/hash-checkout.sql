-- Identifies a checkout at the provider, even if several databases share one account there. Must return the same
-- as checkoutKey in server/payment/provider/intents.ts.
create or replace function hash_checkout(p_checkout checkout) returns text
language sql immutable as $$
  select left(encode(sha256(convert_to(p_checkout.id || '/' || p_checkout.session_id, 'UTF8')), 'hex'), 32)
$$;
