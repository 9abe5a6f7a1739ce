import type { DeliveryMethod } from '#contract/codes.ts';
import type { Queryable } from '../platform/database/multiplexed-pool.ts';
import type { z } from 'zod';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { CartData, CartEntry } from '#contract/cart.ts';
import { POSTAL_DELIVERY_CENTS } from '#contract/constants.ts';
import { toEuro } from '#contract/money.ts';
import type { Pictures } from '../programme/concert-dto.ts';

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

export type CartDto = z.infer<typeof CartData>;
export type CartEntryDto = z.infer<typeof CartEntry>;

/** How carts are shown. */
interface CartView {
  pictures: Pictures;
  env: { cartHoldMinutes: number };
}

/** The cart as every cart response contains it; null is an empty one. */
export function toCartData(cart: Cart | null, { pictures, env }: CartView): CartDto {
  if (cart === null) {
    return { items: [], delivery: null, deliveryMethod: null, total_price: 0, expires_at: null };
  }
  const method = cart.delivery_method;
  const delivery = method === null ? null : deliveryCents(method);
  return {
    items: toCartEntries(cart.lines, pictures),
    delivery: delivery === null ? null : { total_price: toEuro(delivery) },
    deliveryMethod: method,
    total_price: toEuro(sumOf(cart.lines) + (delivery ?? 0)),
    expires_at: toBerlinIso(cart.expires_at),
    ...(isFinal(cart, env.cartHoldMinutes) ? { final: true } : {}),
  };
}

/** Whether the hold has reached its last end; the same as hold.ts and db/functions/find-last-hold-end.sql. */
function isFinal({ expires_at, lines, is_short }: Cart, holdMinutes: number): boolean {
  const firstHoldAt = lines[0]?.first_hold_at ?? null;
  if (firstHoldAt === null) return false;
  const minutes = is_short === true ? Math.min(5, holdMinutes) : holdMinutes;
  const lastEnd = Date.parse(firstHoldAt) + 3 * minutes * 60_000;
  return expires_at.getTime() >= Math.floor(lastEnd / 1000) * 1000;
}

/** The price of a delivery method in cents (product.md 9). */
export function deliveryCents(method: DeliveryMethod): number {
  return method === 'postal' ? POSTAL_DELIVERY_CENTS : 0;
}

/** Total of price times quantity, in cents. */
export function sumOf(lines: readonly { price_cents: number; quantity: number }[]): number {
  return lines.reduce((sum, line) => sum + line.price_cents * line.quantity, 0);
}

/** Groups lines by product: CartItems (api.md, Cart). */
export function toCartEntries(lines: readonly CartLineRow[], pictures: Pictures): CartEntryDto[] {
  const byProduct = Map.groupBy(lines, (line) => line.product_id);
  return [...byProduct.values()].map((group) => {
    const first = group[0] as CartLineRow;
    return {
      product_id: first.product_id,
      concert_id: first.concert_id,
      concert_date: toBerlinIso(new Date(first.starts_at)),
      product_name: {
        german: first.title_de,
        english: first.title_en,
        name_german: first.title_de,
        name_english: first.title_en,
      },
      concert_photo_urls: { thumbnail: pictures.ofConcert(first.concert_id).thumbnail },
      total_price: toEuro(sumOf(group)),
      items: group.map((line) => ({
        product_variation_id: line.ticket_type_id,
        product_variation_name: { german: line.name_de, english: line.name_en },
        price: toEuro(line.price_cents),
        quantity: line.quantity,
        product_quantity: line.product_quantity,
      })),
    };
  });
}
