-- Saves a guest's delivery details with the session's cart, in one statement; a session without a cart gets an
-- empty one, so that nothing typed is lost. p_unfit: the delivery methods these details rule out; a chosen one
-- among them is cleared. Returns the details' id; null if they differ from the saved ones while a payment of the
-- cart is open.
create or replace function save_guest_details(
  p_session uuid, p_hold interval, p_unfit text[], p_first_name text, p_last_name text, p_street text,
  p_zip text, p_city text, p_country integer, p_email text
) returns integer
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_cart record;
  v_details integer;
begin
  loop
    select * into v_cart from lock_cart(p_session);
    exit when found;
    update cart set ended_at = clock_timestamp()
    where session_id = p_session and ended_at is null and expires_at <= clock_timestamp();
    insert into cart (session_id, expires_at, release_at)
    select p_session, e.ends_at, e.ends_at from find_hold_end(null, p_hold) as e (ends_at)
    on conflict (session_id) where ended_at is null do nothing;
  end loop;
  if v_cart.is_paying then
    -- unchanged details leave the payment open
    select id into v_details from delivery_details
    where cart_id = v_cart.id
      and (first_name, last_name, street, zip, city, country_id, email)
        is not distinct from (p_first_name, p_last_name, p_street, p_zip, p_city, p_country, p_email);
    return v_details;
  end if;

  insert into delivery_details (cart_id, first_name, last_name, street, zip, city, country_id, email)
  values (v_cart.id, p_first_name, p_last_name, p_street, p_zip, p_city, p_country, p_email)
  on conflict (cart_id) do update set first_name = excluded.first_name,
    last_name = excluded.last_name, street = excluded.street, zip = excluded.zip,
    city = excluded.city, country_id = excluded.country_id, email = excluded.email, updated_at = now()
  returning id into v_details;
  -- as complete_hold does, in one statement; most carts stay as they are
  update cart k set delivery_method = case when k.delivery_method = any (p_unfit) then null else k.delivery_method end,
    expires_at = find_whole_hold_end(k.expires_at, k.first_hold_at, p_hold),
    release_at = k.release_at + (find_whole_hold_end(k.expires_at, k.first_hold_at, p_hold) - k.expires_at)
  where k.id = v_cart.id and (k.delivery_method = any (p_unfit)
    or k.expires_at < find_whole_hold_end(k.expires_at, k.first_hold_at, p_hold));
  return v_details;
end $$;
