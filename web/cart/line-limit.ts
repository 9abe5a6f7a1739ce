import type { Language } from '#contract/language.ts';
import { lineMaximum } from '#contract/rules.ts';
import {
  findFieldLimit,
  findLimit,
  type LimitedProduct,
  type TypeLimit,
} from '../tickets/ticket-limits.ts';
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
    line.product_quantity,
    others.map((other) => quantityOf(other, quantities)),
  );
  const product = limits[entry.product_id];
  if (product === undefined) return { max, fieldMax: max, sentence: null };
  const byType = (number: (of: CartLine) => number) =>
    Object.fromEntries(entry.items.map((of) => [of.product_variation_id, number(of)]));
  const choice = {
    product,
    chosen: byType((of) => quantityOf(of, quantities)),
    inCart: {},
    held: byType((of) => of.quantity),
    stock: line.product_quantity,
  };
  const id = line.product_variation_id;
  return {
    ...findLimit(choice, id, language),
    fieldMax: Math.min(max, findFieldLimit(choice, id, language)),
  };
}
