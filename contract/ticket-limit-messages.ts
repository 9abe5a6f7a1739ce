// Why no more tickets fit into a cart (api.md, Cart): shown before a choice is sent, and in the problem. Zod-free.
import type { Language } from './language.ts';

/** The messages of the problems with these codes (cart-problems.ts). */
export const ticketLimitMessages = {
  order_limit: {
    de: 'Höchstens {limit} {tickets} je Bestellung für dieses Konzert',
    en: 'At most {limit} {tickets} per order for this concert',
  },
  type_limit: {
    de: 'Höchstens {limit} {tickets} je Bestellung für dieses Konzert ({type})',
    en: 'At most {limit} {tickets} per order for this concert ({type})',
  },
  quota_exceeded: {
    de: 'Von dieser Kartenart sind nur noch {limit} frei',
    en: 'Only {limit} of this ticket type are left',
  },
  only_with: {
    de: '{type} gibt es nur zusammen mit {types}',
    en: '{type} is only sold together with {types}',
  },
} as const satisfies Record<string, Record<Language, string>>;

/** The values of a limit on a number of tickets. */
export function ticketValues(limit: number): { limit: number; tickets: Record<Language, string> } {
  const isOne = limit === 1;
  return { limit, tickets: { de: isOne ? 'Karte' : 'Karten', en: isOne ? 'ticket' : 'tickets' } };
}
