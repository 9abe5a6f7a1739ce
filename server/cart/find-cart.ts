import type { Pool, PoolClient } from 'pg';
import type { DeliveryMethod } from '#contract/codes.ts';

/** A session's current cart with its lines. */
export interface Cart {
  id: number;
  expires_at: Date;
  delivery_method: DeliveryMethod | null;
  lines: CartLineRow[];
  /** What a guest's details say about delivery; null before they are saved. */
  guest: { email: string | null; countryId: number } | null;
}

export interface CartLineRow {
  ticket_type_id: number;
  product_id: number;
  concert_id: number;
  quantity: number;
  price_cents: number;
  product_quantity: number;
  name_de: string;
  name_en: string;
  title_de: string;
  title_en: string;
  starts_at: string;
}

const query = `
  select k.id, k.expires_at, k.delivery_method, l.lines,
    (select jsonb_build_object('email', d.email, 'countryId', d.country_id)
     from delivery_details d where d.cart_id = k.id) as guest
  from cart k
  cross join lateral (
    select jsonb_agg(jsonb_build_object(
      'ticket_type_id', h.ticket_type_id, 'product_id', h.product_id, 'concert_id', c.id,
      'quantity', h.quantity, 'price_cents', t.price_cents, 'product_quantity', s.quantity,
      'name_de', t.name_de, 'name_en', t.name_en, 'title_de', c.title_de, 'title_en', c.title_en,
      'starts_at', c.starts_at
    ) order by c.starts_at, c.id, t.position) as lines
    from hold h
    join ticket_type t on t.id = h.ticket_type_id
    join product p on p.id = h.product_id
    join concert c on c.id = p.concert_id
    join stock s on s.product_id = h.product_id
    where h.cart_id = k.id
  ) l
  where k.session_id = $1 and k.ended_at is null and k.expires_at > clock_timestamp()
    and l.lines is not null`;

/** The session's cart; null when it is empty, unknown or has ended (api.md, Cart). */
export async function findCart(db: Pool | PoolClient, sessionId: string): Promise<Cart | null> {
  const { rows } = await db.query<Cart>({ name: 'find_cart', text: query, values: [sessionId] });
  return rows[0] ?? null;
}
