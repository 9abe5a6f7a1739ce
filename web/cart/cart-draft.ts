import type { Cart } from '../platform/visit.ts';

export type CartEntry = Cart['items'][number];
export type CartLine = CartEntry['items'][number];

/** The local cart against the server's copy: the quantities set here, by ticket type. */
export type DraftQuantities = Readonly<Record<number, number>>;

/** The quantity on the screen. */
export const quantityOf = (line: CartLine, quantities: DraftQuantities) =>
  quantities[line.id] ?? line.quantity;

/** The lines in which the local cart differs from the server's, as an update sends them. */
export function changedLines(cart: Cart, quantities: DraftQuantities) {
  return cart.items.flatMap((entry) =>
    entry.items
      .filter((line) => quantityOf(line, quantities) !== line.quantity)
      .map((line) => ({
        productId: entry.productId,
        id: line.id,
        quantity: quantityOf(line, quantities),
      })),
  );
}

/** Cents of an entry's tickets, as set here. */
export const entryCents = ({ items }: CartEntry, quantities: DraftQuantities) =>
  sum(items.map((line) => line.priceCents * quantityOf(line, quantities)));

/** Cents of all tickets, as set here, without delivery. */
export const ticketsCents = ({ items }: Pick<Cart, 'items'>, quantities: DraftQuantities = {}) =>
  sum(items.map((entry) => entryCents(entry, quantities)));

/** Cents of the order: tickets as set here plus delivery (product.md 9). */
export const orderCents = (
  cart: Pick<Cart, 'items' | 'deliveryCents'>,
  quantities: DraftQuantities = {},
) => ticketsCents(cart, quantities) + (cart.deliveryCents ?? 0);

const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0);
