-- Creates the order of a paid checkout: writes the order, its tickets and the job for its documents, sells the
-- tickets, and draws the invoice number. Locks stock, sales of the day and invoice counter in this order and late,
-- because other transactions wait for them; only tickets that the cart does not hold are sold first, because that can
-- fail. Returns the order's id, or null, with nothing changed, if too few tickets are left or a concert is cancelled. The
-- caller has locked cart and checkout. Raises 40001 as sell_available_tickets does, and if a concert is cancelled in the
-- meantime. p_card_brand and p_card_last4: the card that paid, if known.
create or replace function create_order(
  p_checkout bigint, p_order_no text, p_card_brand text default null, p_card_last4 text default null
) returns bigint
language plpgsql as $$
declare
  v_checkout checkout;
  v_cart bigint;
  v_products integer[];
  v_types integer[];
  v_quantities integer[];
  v_is_held boolean;
  v_order bigint;
begin
  select * into v_checkout from checkout where id = p_checkout;
  select array_agg(l.product_id), array_agg(l.ticket_type_id), array_agg(l.quantity)
  into v_products, v_types, v_quantities
  from (select * from checkout_line where checkout_id = p_checkout order by ticket_type_id) l;
  if has_cancelled_concert(v_products) then return null; end if;
  -- The cart is locked, so its holds cannot change. A closed checkout has lost them.
  v_cart := case when v_checkout.closed_at is null then v_checkout.cart_id end;
  v_is_held := coalesce((v_types, v_quantities) = (
    select array_agg(h.ticket_type_id), array_agg(h.quantity)
    from (select * from hold where cart_id = v_cart order by ticket_type_id) h
  ), false);
  -- Tickets that the cart does not hold are sold first: only this can fail.
  if not v_is_held and not sell_available_tickets(v_cart, v_products, v_types, v_quantities)
  then return null; end if;

  insert into orders (checkout_id, order_no, account_id, card_brand, card_last4, search, post_since)
  values (p_checkout, p_order_no, v_checkout.account_id, p_card_brand, p_card_last4,
    order_words(p_order_no, v_checkout.details, null),
    case when v_checkout.delivery_method = 'postal' then now() end) returning id into v_order;
  update checkout set settled_at = clock_timestamp() where id = p_checkout;
  perform enqueue_documents(v_order);

  if v_is_held then
    perform sell_held_tickets(v_cart, v_products, v_types, v_quantities);
  end if;

  -- A cancellation locks the stock before it lists the orders (office.md 6).
  if has_cancelled_concert(v_products) then
    raise exception 'a concert is cancelled in the meantime' using errcode = '40001';
  end if;

  -- After the stock: a trigger adds the tickets to the day's sales (count_new_tickets), and orders that wait for that
  -- row instead of the stock take more processor time (docs/measurements/rush.md).
  insert into ticket (order_id, product_id, ticket_type_id, price_cents)
  select v_order, l.product_id, l.ticket_type_id, l.price_cents
  from checkout_line l, generate_series(1, l.quantity) where l.checkout_id = p_checkout;

  -- The office gives complimentary tickets without an invoice (office.md 7.4).
  if v_checkout.fingerprint = 'complimentary' then return v_order; end if;
  -- Invoice numbers start again each year, in Europe/Berlin.
  with drawn as (
    insert into invoice_counter (series, year, last)
    values ('invoice', extract(year from now() at time zone 'Europe/Berlin')::integer, 1)
    on conflict (series, year) do update set last = invoice_counter.last + 1
    returning year, last
  )
  insert into invoice (order_id, series, year, number, amount_cents)
  select v_order, 'invoice', year, last, v_checkout.amount_cents from drawn;
  return v_order;
end $$;
