import type { Cart } from '../platform/visit.ts';

export type CartEntry = Cart['items'][number];
export type CartLine = CartEntry['items'][number];

/** The local cart against the server's copy: the quantities set here, by ticket type. */
export type DraftQuantities = Readonly<Record<number, number>>;

/** The quantity on the screen. */
export const quantityOf = (line: CartLine, quantities: DraftQuantities) =>
  quantities[line.product_variation_id] ?? line.quantity;

/** The lines in which the local cart differs from the server's, as an update sends them. */
export function changedLines(cart: Cart, quantities: DraftQuantities) {
  return cart.items.flatMap((entry) =>
    entry.items
      .filter((line) => quantityOf(line, quantities) !== line.quantity)
      .map((line) => ({
        productId: entry.product_id,
        id: line.product_variation_id,
        quantity: quantityOf(line, quantities),
      })),
  );
}

/** Price of an entry's tickets in EUR, as set here. */
export const entryTotal = (entry: CartEntry, quantities: DraftQuantities) =>
  entryCents(entry, quantities) / 100;

/** Price of all tickets in EUR, as set here, without delivery. */
export const ticketsTotal = (cart: Pick<Cart, 'items'>, quantities: DraftQuantities = {}) =>
  ticketsCents(cart, quantities) / 100;

/** The order's total in EUR: tickets as set here plus delivery (product.md 9). */
export const orderTotal = (
  cart: Pick<Cart, 'items' | 'delivery'>,
  quantities: DraftQuantities = {},
) => (ticketsCents(cart, quantities) + toCents(cart.delivery?.total_price ?? 0)) / 100;

const ticketsCents = ({ items }: Pick<Cart, 'items'>, quantities: DraftQuantities) =>
  sum(items.map((entry) => entryCents(entry, quantities)));

const entryCents = ({ items }: CartEntry, quantities: DraftQuantities) =>
  sum(items.map((line) => toCents(line.price) * quantityOf(line, quantities)));

const toCents = (euro: number) => Math.round(euro * 100);

const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0);
