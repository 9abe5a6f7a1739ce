import type { DeliveryMethod } from '#contract/codes.ts';
import type { Queryable } from '../platform/database/multiplexed-pool.ts';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { deliveryCents } from '#contract/delivery.ts';
import type { Pictures } from '../programme/concert.ts';
import type { FestivalStore } from '../programme/festival-content.ts';

/** A session's current cart with its lines. */
export interface CartRow {
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
export async function findCart(db: Queryable, sessionId: string): Promise<CartRow | null> {
  const { rows } = await db.query<CartRow>({
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
): Promise<CartRow | null> {
  const { rows } = await db.query<CartRow>({
    name: 'find_shown_cart',
    text: 'select c.*, $2 and has_short_hold(c.id) as is_short from find_cart($1) c',
    values: [sessionId, limitsNetworks],
  });
  return rows[0] ?? null;
}

/** How carts are shown. */
interface CartView {
  pictures: Pictures;
  env: { cartHoldMinutes: number };
  festival: Pick<FestivalStore, 'delivery'>;
}

/** The cart that every operation of the cart returns; null is an empty one. */
export function toCart(row: CartRow | null, { pictures, env, festival }: CartView) {
  const deliveryMethod = row?.delivery_method ?? null;
  const delivery =
    deliveryMethod === null ? null : deliveryCents(deliveryMethod, festival.delivery());
  const lines = row?.lines ?? [];
  return {
    items: toCartEntries(lines, pictures),
    deliveryMethod,
    deliveryCents: delivery,
    totalCents: sumOf(lines) + (delivery ?? 0),
    /** When its hold ends; null for an empty one. */
    expiresAt: toBerlinIso(row?.expires_at ?? null),
    /** Whether the end cannot be moved any more. */
    isFinal: row !== null && isFinal(row, env.cartHoldMinutes),
  };
}

/** Whether the hold has reached its last end; the same as hold.ts and db/functions/find-last-hold-end.sql. */
function isFinal({ expires_at, lines, is_short }: CartRow, holdMinutes: number): boolean {
  const firstHoldAt = lines[0]?.first_hold_at ?? null;
  if (firstHoldAt === null) return false;
  const minutes = is_short === true ? Math.min(5, holdMinutes) : holdMinutes;
  const lastEnd = Date.parse(firstHoldAt) + 3 * minutes * 60_000;
  return expires_at.getTime() >= Math.floor(lastEnd / 1000) * 1000;
}

/** Total of price times quantity, in cents. */
export function sumOf(lines: readonly { price_cents: number; quantity: number }[]): number {
  return lines.reduce((sum, line) => sum + line.price_cents * line.quantity, 0);
}

/** The entries of a cart or an order: one per product, i.e. per concert. */
export function toCartEntries(lines: readonly CartLineRow[], pictures: Pictures) {
  const byProduct = Map.groupBy(lines, (line) => line.product_id);
  return [...byProduct.values()].map((group) => {
    const first = group[0] as CartLineRow;
    return {
      productId: first.product_id,
      concertId: first.concert_id,
      title: { de: first.title_de, en: first.title_en },
      startsAt: toBerlinIso(new Date(first.starts_at)),
      thumbnail: pictures.ofConcert(first.concert_id).thumbnail,
      totalCents: sumOf(group),
      items: group.map((line) => ({
        /** Of the ticket type. */
        id: line.ticket_type_id,
        name: { de: line.name_de, en: line.name_en },
        priceCents: line.price_cents,
        quantity: line.quantity,
        /** The limit of the product. */
        productQuantity: line.product_quantity,
      })),
    };
  });
}
