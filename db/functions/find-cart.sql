-- Finds a session's running cart with its lines, sorted as they are shown. Returns no row if the cart is empty,
-- unknown or has ended. guest: the part of a guest's details that decides on delivery; null before they are saved.
create or replace function find_cart(p_session uuid) returns table (
  id bigint, expires_at timestamptz, delivery_method text, lines jsonb, guest jsonb
)
language sql stable as $$
  select k.id, k.expires_at, k.delivery_method, l.lines,
    (select jsonb_build_object('email', d.email, 'countryId', d.country_id)
     from delivery_details d where d.cart_id = k.id)
  from cart k
  cross join lateral (
    select jsonb_agg(jsonb_build_object(
      'ticket_type_id', h.ticket_type_id, 'product_id', h.product_id, 'concert_id', c.id,
      'quantity', h.quantity, 'price_cents', t.price_cents, 'product_quantity', s.quantity,
      'name_de', t.name_de, 'name_en', t.name_en, 'title_de', c.title_de, 'title_en', c.title_en,
      'starts_at', c.starts_at,
      -- the cart's, repeated in each line: another column would break statements that the previous version prepared
      'first_hold_at', k.first_hold_at
    ) order by c.starts_at, c.id, t.position) as lines
    from hold h
    join ticket_type t on t.id = h.ticket_type_id
    join product p on p.id = h.product_id
    join concert c on c.id = p.concert_id
    join stock s on s.product_id = h.product_id
    where h.cart_id = k.id
  ) l
  where k.session_id = p_session and k.ended_at is null and k.expires_at > clock_timestamp()
    and l.lines is not null
$$;
