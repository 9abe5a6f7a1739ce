import { invalidField, Problem } from '../platform/http/problem.ts';
import type { Queryable } from '../platform/database/multiplexed-pool.ts';
import type { CancelOpenPayment } from './change-unpaid-cart.ts';
import type { Cart } from './find-cart.ts';

/** A line of a request: `id` is the ticket type (product_variation_id). */
export interface CartLineInput {
  productId: number;
  id: number;
  quantity: number;
}

export interface ChangeCartInput {
  sessionId: string;
  /** `add`: to what is there. `set`: the quantities of the lines named, 0 removes. */
  mode: 'add' | 'set';
  lines: CartLineInput[];
  holdMinutes: number;
  /** The key under which the request is answered once; null without one. */
  requestKey: Buffer | null;
}

type Outcome = 'ok' | 'too_few' | 'busy' | 'unknown' | 'not_on_sale' | 'quantity' | 'payment_open';

/** How often a change tries again, after cancelling an open payment or waiting for tickets to be freed. */
const MAX_ATTEMPTS = 5;

/**
 * Changes a cart and holds its tickets, all or nothing: one statement (db/functions/change-cart.sql). Answers
 * the cart as it is then, null when nothing is left in it. 409 too few left, or a set that is not possible;
 * 422 adding what is unknown, not on sale or no possible quantity. While a payment is open its intent is
 * cancelled first; one that is paid refuses the change (api.md, Cart).
 */
export async function changeCart(
  holds: Queryable,
  change: ChangeCartInput,
  cancelOpenPayment: CancelOpenPayment,
): Promise<Cart | null> {
  const lines = mergeLines(change.lines, change.mode);
  let outcome: Outcome = 'ok';
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const changed = await callChangeCart(holds, change, lines);
    if (changed.outcome === 'ok') return changed.id === null ? null : changed;
    outcome = changed.outcome;
    if (outcome === 'payment_open') await cancelOpenPayment(change.sessionId);
    else if (outcome === 'busy') await waitForRelease(holds, lines);
    else throw problemFor(outcome, change.mode);
  }
  throw new Problem(outcome === 'busy' ? 'too_few_tickets' : 'cart_changed_too_late');
}

type Changed = { outcome: Outcome } & (Cart | { [Column in keyof Cart]: null });

async function callChangeCart(
  holds: Queryable,
  change: ChangeCartInput,
  lines: CartLineInput[],
): Promise<Changed> {
  const { rows } = await holds.query<Changed>({
    name: 'change_cart',
    text: `select * from change_cart_and_read($1, $2, $3, $4, $5, make_interval(secs => $6), $7)`,
    values: [
      change.sessionId,
      change.mode,
      lines.map((line) => line.productId),
      lines.map((line) => line.id),
      lines.map((line) => line.quantity),
      change.holdMinutes * 60,
      change.requestKey,
    ],
  });
  return rows[0] as Changed;
}

/** A ticket type named twice: added up, or the last word counts. */
function mergeLines(lines: CartLineInput[], mode: 'add' | 'set'): CartLineInput[] {
  const merged = new Map<string, CartLineInput>();
  for (const line of lines) {
    const key = `${line.productId}/${line.id}`;
    const earlier = merged.get(key);
    const quantity = mode === 'add' ? (earlier?.quantity ?? 0) + line.quantity : line.quantity;
    merged.set(key, { ...line, quantity });
  }
  return [...merged.values()];
}

async function waitForRelease(holds: Queryable, lines: CartLineInput[]): Promise<void> {
  const values = [lines.map((line) => line.productId)];
  await holds.query({ text: 'select wait_for_expired_holds($1)', values });
}

/** Adding what cannot be added is a broken field (422); an update that is not possible is 409 (api.md, Cart). */
function problemFor(
  outcome: Exclude<Outcome, 'ok' | 'busy' | 'payment_open'>,
  mode: ChangeCartInput['mode'],
): Problem {
  if (outcome === 'too_few') return new Problem('too_few_tickets');
  if (mode === 'set') {
    return new Problem(outcome === 'quantity' ? 'too_few_tickets' : 'cart_not_possible');
  }
  if (outcome === 'not_on_sale') return invalidField('items', 'NOT_ON_SALE');
  return invalidField('items', outcome === 'unknown' ? 'TICKET_UNKNOWN' : 'QUANTITY_INVALID');
}
