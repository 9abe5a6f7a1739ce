import type { Cart } from '#contract/visit.ts';
import type { Quantities } from '../tickets/ticket-limits.ts';

/** How many tickets of a product the cart contains, by ticket type. */
export function countInCart(cart: Cart | null, productId: number): Quantities {
  const entry = cart?.items.find((item) => item.product_id === productId);
  const lines = entry?.items ?? [];
  return Object.fromEntries(lines.map((line) => [line.product_variation_id, line.quantity]));
}
