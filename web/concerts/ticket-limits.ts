import { formatAlternatives } from '#contract/format.ts';
import type { Language } from '#contract/language.ts';
import type { FormEntries } from '#contract/office/forms.ts';
import { ticketLimitMessages, ticketValues, fillMessage } from '#contract/problem-messages.ts';
import type { Product } from './concert-summary.ts';
import type { Cart } from '../platform/visit.ts';

type Ticket = Product['tickets'][number];

/** A product's limits (api.md, Cart). */
export interface LimitedProduct {
  maxPerOrder: number;
  tickets: Pick<Ticket, 'id' | 'maxPerOrder' | 'available' | 'onlyWith' | 'name'>[];
}

/** Numbers of tickets by ticket type. */
export type Quantities = Readonly<Partial<Record<number, number>>>;

/**
 * The numbers typed into a form's fields `quantity-<ticket type>` before the page was hydrated. Fields as they
 * were loaded are left out: their numbers may change elsewhere.
 */
export function readTypedQuantities(
  form: HTMLFormElement | null,
): Readonly<Record<number, number>> {
  const fields = form?.querySelectorAll<HTMLInputElement>('input[name^="quantity-"]') ?? [];
  return Object.fromEntries(
    Array.from(fields)
      .filter(({ value, defaultValue }) => value !== defaultValue)
      .map(({ name, value }) => [name.slice('quantity-'.length), Number(value) || 0]),
  );
}

/** The numbers that a refused form has sent in these fields. */
export const sentQuantities = (
  entries: FormEntries | null = null,
): Readonly<Record<number, number>> =>
  Object.fromEntries(
    Object.entries(entries ?? {}).flatMap(([name, [value = '']]) =>
      name.startsWith('quantity-') && /^\d+$/.test(value)
        ? [[name.slice('quantity-'.length), Number(value)]]
        : [],
    ),
  );

/** Counts tickets, of all types or of some. */
export function countTickets(quantities: Quantities, ids?: readonly number[]): number {
  const counts = ids === undefined ? Object.values(quantities) : ids.map((id) => quantities[id]);
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

/** The chosen tickets of a product. */
export interface TicketChoice {
  product: LimitedProduct;
  chosen: Quantities;
  /** In the cart, besides the choice. */
  inCart: Quantities;
  /** Held by this cart and part of the choice: quotas count them already. */
  held: Quantities;
  /** How many may be chosen over all types, within the concert's stock. */
  stock: number;
}

/** How many tickets of a type may be added to the others; the sentence is null when the concert is the limit. */
export interface TypeLimit {
  max: number;
  sentence: string | null;
}

/** The narrowest limit of a ticket type, with or without the rule about others that are sold with it. */
export function findLimit(
  choice: TicketChoice,
  id: number,
  language: Language,
  withRule = true,
): TypeLimit {
  const { product, chosen, inCart, held, stock } = choice;
  const ticket = product.tickets.find((each) => each.id === id);
  const others = countTickets(chosen) - countTickets(chosen, [id]);
  const order = product.maxPerOrder;
  const limits: TypeLimit[] = [
    { max: stock - others, sentence: null },
    {
      max: order - countTickets(inCart) - others,
      sentence: fillMessage(ticketLimitMessages.order_limit, ticketValues(order), language),
    },
  ];
  if (ticket === undefined) return narrowest(limits);
  const type = ticket.name[language];
  const { maxPerOrder: ofType, available } = ticket;
  if (ofType !== null) {
    const values = { ...ticketValues(ofType), type };
    const sentence = fillMessage(ticketLimitMessages.type_limit, values, language);
    limits.push({ max: ofType - countTickets(inCart, [id]), sentence });
  }
  if (available !== null) {
    const sentence = fillMessage(
      ticketLimitMessages.quota_exceeded,
      { limit: available },
      language,
    );
    limits.push({ max: available + countTickets(held, [id]), sentence });
  }
  const rule = withRule ? onlyWithRule(product, id, language) : null;
  if (rule !== null) {
    const max =
      countTickets(chosen, ticket.onlyWith) +
      countTickets(inCart, ticket.onlyWith) -
      countTickets(inCart, [id]);
    limits.push({ max, sentence: rule });
  }
  return narrowest(limits);
}

/** The numbers that change with one: tickets that are only sold with others become fewer with them. */
export function changeQuantity(
  choice: TicketChoice,
  id: number,
  quantity: number,
  language: Language,
): Record<number, number> {
  const changed = { [id]: Math.max(0, quantity) };
  const next = { ...choice, chosen: { ...choice.chosen, ...changed } };
  for (const { onlyWith, id: own } of choice.product.tickets) {
    if (!onlyWith.includes(id)) continue;
    const { max } = findLimit(next, own, language);
    if (countTickets(next.chosen, [own]) > max) changed[own] = max;
  }
  return changed;
}

/** The maximum of a field without scripts: other fields may change with it. */
export function findFieldLimit(choice: TicketChoice, id: number, language: Language): number {
  return findLimit({ ...choice, chosen: {} }, id, language, false).max;
}

/** The sentence that a type is only sold together with others; null if it is sold alone. */
export function onlyWithRule(
  { tickets }: LimitedProduct,
  id: number,
  language: Language,
): string | null {
  const ticket = tickets.find((each) => each.id === id);
  if (ticket === undefined || ticket.onlyWith.length === 0) return null;
  const others = tickets.filter((each) => ticket.onlyWith.includes(each.id));
  const types = formatAlternatives(
    others.map((other) => other.name[language]),
    language,
  );
  return fillMessage(
    ticketLimitMessages.only_with,
    { type: ticket.name[language], types },
    language,
  );
}

function narrowest(limits: TypeLimit[]): TypeLimit {
  const found = limits.reduce((least, limit) => (limit.max < least.max ? limit : least));
  return { ...found, max: Math.max(0, found.max) };
}

/** How many tickets of a product the cart contains, by ticket type. */
export function countInCart(cart: Cart | null, productId: number): Quantities {
  const entry = cart?.items.find((item) => item.productId === productId);
  const lines = entry?.items ?? [];
  return Object.fromEntries(lines.map((line) => [line.id, line.quantity]));
}
