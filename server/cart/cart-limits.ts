import { formatAlternatives } from '#contract/format.ts';
import type { Language } from '#contract/language.ts';
import { ticketValues } from '#contract/problem-messages.ts';
import { Problem } from '../platform/problem.ts';

type Names = Record<Language, string>;

/** A limit that a cart would break, as returned by find_cart_problem, find_stock_problem or find_network_problem. */
export type CartLimit =
  | { reason: 'product'; limit: number }
  | { reason: 'quota'; limit: number }
  | { reason: 'type'; limit: number; type: Names }
  | { reason: 'only_with'; type: Names; types: Names[] }
  | { retryAfter: number };

/** The problem that tells a visitor about a limit: 409 6104, or 429 for the limit of a network (api.md, Cart). */
export function cartLimitProblem(broken: CartLimit): Problem {
  if ('retryAfter' in broken) {
    return new Problem('network_limit', { retryAfter: broken.retryAfter });
  }
  if (broken.reason === 'only_with') {
    const { type, types } = broken;
    const values = { type, types: inBoth((language) => listOf(types, language)) };
    return new Problem('only_with', { values });
  }
  const { limit } = broken;
  if (broken.reason === 'quota') return new Problem('quota_exceeded', { values: { limit } });
  const values = ticketValues(limit);
  if (broken.reason === 'product') return new Problem('order_limit', { values });
  return new Problem('type_limit', { values: { ...values, type: broken.type } });
}

function inBoth(text: (language: Language) => string): Names {
  return { de: text('de'), en: text('en') };
}

function listOf(types: Names[], language: Language): string {
  return formatAlternatives(
    types.map((names) => names[language]),
    language,
  );
}
