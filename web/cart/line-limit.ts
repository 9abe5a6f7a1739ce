import type { Language } from '#contract/language.ts';
import { lineMaximum } from '#contract/rules.ts';
import {
  changeQuantity,
  findFieldLimit,
  findLimit,
  type LimitedProduct,
  type TicketChoice,
  type TypeLimit,
} from '../concerts/ticket-limits.ts';
import { quantityOf, type CartEntry, type CartLine, type DraftQuantities } from './cart-draft.ts';

/** Limits of the products in the cart, by product; a product that is not in the programme has none. */
export type CartLimits = Readonly<Record<number, LimitedProduct>>;

/**
 * A line's maximum, and why: the product's quantity minus the other lines of the same concert (product.md 5), and the
 * limits of orders and ticket types (api.md, Cart).
 */
export function limitOf(
  entry: CartEntry,
  line: CartLine,
  quantities: DraftQuantities,
  { limits, language }: { limits: CartLimits; language: Language },
): TypeLimit & { fieldMax: number } {
  const others = entry.items.filter((other) => other !== line);
  const max = lineMaximum(
    line.productQuantity,
    others.map((other) => quantityOf(other, quantities)),
  );
  const product = limits[entry.productId];
  if (product === undefined) return { max, fieldMax: max, sentence: null };
  const choice = toChoice(entry, quantities, product, line.productQuantity);
  return {
    ...findLimit(choice, line.id, language),
    fieldMax: Math.min(max, findFieldLimit(choice, line.id, language)),
  };
}

/** The numbers of an entry's tickets that change with one. */
export function changeLine(
  entry: CartEntry,
  { id, productQuantity: stock }: CartLine,
  quantities: DraftQuantities,
  { quantity, limits, language }: { quantity: number; limits: CartLimits; language: Language },
): DraftQuantities {
  const product = limits[entry.productId];
  if (product === undefined) return { [id]: quantity };
  return changeQuantity(toChoice(entry, quantities, product, stock), id, quantity, language);
}

/** The tickets of an entry as its concert's form would have them. */
function toChoice(
  entry: CartEntry,
  quantities: DraftQuantities,
  product: LimitedProduct,
  stock: number,
): TicketChoice {
  const byType = (number: (of: CartLine) => number) =>
    Object.fromEntries(entry.items.map((of) => [of.id, number(of)]));
  return {
    product,
    chosen: byType((of) => quantityOf(of, quantities)),
    inCart: {},
    held: byType((of) => of.quantity),
    stock,
  };
}

/** The state of a concert for a refused update. */
export interface RefusingConcert {
  /** Tickets that everybody can buy; those of the cart come on top. */
  available: number;
  product: LimitedProduct;
}

/**
 * After an update that was refused: the quantity that each line with too many tickets could be set to, by ticket type;
 * raised lines before others. An entry whose concert is unknown is left out.
 */
export function findPossible(
  entries: readonly CartEntry[],
  quantities: DraftQuantities,
  concerts: Readonly<Record<number, RefusingConcert>>,
  language: Language,
): Record<number, number> {
  const refused = entries.flatMap((entry) => {
    const concert = concerts[entry.productId];
    if (concert === undefined) return [];
    const held = entry.items.reduce((total, { quantity }) => total + quantity, 0);
    const choice = toChoice(entry, quantities, concert.product, held + concert.available);
    return entry.items
      .map((line) => {
        const quantity = quantityOf(line, quantities);
        const { max } = findLimit(choice, line.id, language);
        return { line, max, isTooMany: quantity > max, isRaised: quantity > line.quantity };
      })
      .filter(({ isTooMany }) => isTooMany);
  });
  const raised = refused.filter(({ isRaised }) => isRaised);
  return Object.fromEntries(
    (raised.length > 0 ? raised : refused).map(({ line, max }) => [line.id, max]),
  );
}
