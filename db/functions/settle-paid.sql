-- Settles the usual payment in one statement: it is paid, the checkout is open, the amount is as agreed and the
-- tickets are held; it becomes an order, or has become one already. Returns the checkout's id, or null, with nothing
-- changed, in every other case, which settle-unusual-payment.ts handles. Locks cart, checkout, stock in this order.
-- Raises 40001 as sell_available_tickets does. p_key: the checkout_key in the payment's metadata; null if the provider
-- stores no metadata. p_event: the provider's event that reported the payment, if any. p_card_brand and p_card_last4:
-- the card that paid, if known.
-- Commits without waiting for the disk, so that the stock is not locked in the meantime: the caller waits for the flush
-- (server/platform/database/wal-flush.ts) before it responds.
-- enable_seqscan = off: add_job would read the whole queue, which in a rush holds thousands of documents to make.
create or replace function settle_paid(
  p_intent text, p_cents integer, p_key text, p_order_no text, p_event text, p_event_type text,
  p_card_brand text default null, p_card_last4 text default null
) returns bigint
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_checkout checkout;
begin
  perform set_config('synchronous_commit', 'off', true);
  perform from cart where id = (select cart_id from checkout where intent_id = p_intent) for update;
  select * into v_checkout from checkout where intent_id = p_intent for update;
  if not found or v_checkout.closed_at is not null
    or v_checkout.amount_cents <> p_cents or hash_checkout(v_checkout) <> p_key
  then return null; end if;
  if v_checkout.settled_at is null then
    if create_order(v_checkout.id, p_order_no, p_card_brand, p_card_last4) is null then return null; end if;
  elsif not exists (select from orders where checkout_id = v_checkout.id) then return null;
  end if;
  if p_event is not null then
    insert into payment_event (id, type, object_id) values (p_event, p_event_type, p_intent)
    on conflict (id) do nothing;
  end if;
  return v_checkout.id;
end $$;
