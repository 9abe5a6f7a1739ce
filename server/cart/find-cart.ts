import type { DeliveryMethod } from '#contract/codes.ts';
import type { Queryable } from '../platform/database/multiplexed-pool.ts';

/** A session's current cart with its lines. */
export interface Cart {
  id: number;
  expires_at: Date;
  delivery_method: DeliveryMethod | null;
  lines: HeldLineRow[];
  /** The part of a guest's details that decides on delivery; null before they are saved. */
  guest: { email: string | null; countryId: number } | null;
  /** Whether a hold that restarts now is a short one (has_short_hold). */
  is_short?: boolean;
}

/** A line of a cart that is held. */
interface HeldLineRow extends CartLineRow {
  /** When the cart got its first ticket, the same in all lines; null in carts older than this column. */
  first_hold_at: string | null;
}

/** A line of a cart with what pages show of it. */
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

/** The session's cart; null when it is empty, unknown or has ended (api.md, Cart). */
export async function findCart(db: Queryable, sessionId: string): Promise<Cart | null> {
  const { rows } = await db.query<Cart>({
    name: 'find_cart',
    text: 'select * from find_cart($1)',
    values: [sessionId],
  });
  return rows[0] ?? null;
}

/** As findCart, and whether its hold can still be extended, for pages. */
export async function findShownCart(
  db: Queryable,
  sessionId: string,
  limitsNetworks: boolean,
): Promise<Cart | null> {
  const { rows } = await db.query<Cart>({
    name: 'find_shown_cart',
    text: 'select c.*, $2 and has_short_hold(c.id) as is_short from find_cart($1) c',
    values: [sessionId, limitsNetworks],
  });
  return rows[0] ?? null;
}
