import { errorCode } from '../platform/errors.ts';
import { invalidField, Problem } from '../platform/problem.ts';
import type { Queryable } from '../platform/database/multiplexed-pool.ts';
import type { ReportSecurityEvent } from '../platform/security/security-events.ts';
import { findCart, type CartRow } from './find-cart.ts';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../platform/database/database.ts';
import { retry } from '../platform/retry.ts';
import { formatAlternatives } from '#contract/format.ts';
import type { Language } from '#contract/language.ts';
import { ticketValues } from '#contract/problem-messages.ts';

/** A line of a request; `id` is the ticket type (product_variation_id). */
interface CartLineInput {
  productId: number;
  id: number;
  quantity: number;
}

/** A change of a cart's tickets. */
export interface ChangeCartInput {
  sessionId: string;
  /** `add` adds to the cart. `set` sets the quantities of the given lines; 0 removes a line. */
  mode: 'add' | 'set';
  lines: CartLineInput[];
  holdMinutes: number;
  /** Hash of the Idempotency-Key, under which the change is applied once; null without one. */
  requestKey: Buffer | null;
  /** Hashes of the caller's networks, the smallest first; null where networks are not limited. */
  networks: string[] | null;
}

interface ChangeCartDeps {
  holds: Queryable;
  cancelOpenPayment: CancelOpenPayment;
  report: ReportSecurityEvent;
}

type Outcome =
  | 'ok'
  | 'too_few'
  | 'limit'
  | 'network'
  | 'busy'
  | 'unknown'
  | 'not_on_sale'
  | 'quantity'
  | 'payment_open';

/** Each attempt follows the cancelling of an open payment, or a wait for tickets being released. */
const MAX_ATTEMPTS = 5;

/**
 * Changes a cart and holds its tickets, all or nothing, in one statement (db/functions/change-cart.sql). Returns
 * the changed cart, null when it is empty. 409 for too few tickets, a limit, or an update that is not possible; 422
 * for adding tickets that are unknown, not on sale or of an invalid quantity; 429 when the network holds too many.
 * The last case is reported as a security event. Cancels an open payment first; 409 6104 when it is already paid
 * (api.md, Cart).
 */
export async function changeCart(
  { holds, cancelOpenPayment, report }: ChangeCartDeps,
  input: ChangeCartInput,
): Promise<CartRow | null> {
  const lines = mergeLines(input.lines, input.mode);
  let outcome: Outcome = 'ok';
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const changed = await callChangeCart(holds, input, lines);
    if (changed.outcome === 'ok') return changed.id === null ? null : changed;
    outcome = changed.outcome;
    if (outcome === 'payment_open') {
      const unchanged = input.mode === 'set' ? await findUnchanged(holds, input, lines) : null;
      if (unchanged !== null) return unchanged;
      await cancelOpenPayment(input.sessionId);
      // paid in the meantime: a new cart would look as if the order had been changed
      const hasEnded = input.mode === 'set' && (await findCart(holds, input.sessionId)) === null;
      if (hasEnded) throw new Problem('cart_changed_too_late');
    } else if (outcome === 'busy') await waitForRelease(holds, lines);
    else {
      if (outcome === 'network')
        report('network_limit', { networkHash: input.networks?.[0] ?? '' });
      throw problemFor(changed, input.mode);
    }
  }
  throw new Problem(outcome === 'busy' ? 'too_few_tickets' : 'cart_changed_too_late');
}

/** The cart if it already has these quantities: then its open payment stays. */
async function findUnchanged(
  holds: Queryable,
  { sessionId }: ChangeCartInput,
  lines: CartLineInput[],
): Promise<CartRow | null> {
  const cart = await findCart(holds, sessionId);
  const quantityOf = ({ productId, id }: CartLineInput) =>
    cart?.lines.find((line) => line.product_id === productId && line.ticket_type_id === id)
      ?.quantity ?? 0;
  return lines.every((line) => quantityOf(line) === line.quantity) ? cart : null;
}

type Changed = { outcome: Outcome; problem: CartLimit | null } & (
  | CartRow
  | { [Column in keyof CartRow]: null }
);

async function callChangeCart(
  holds: Queryable,
  input: ChangeCartInput,
  lines: CartLineInput[],
): Promise<Changed> {
  const query = {
    name: 'change_cart',
    text: `select * from change_cart_and_read($1, $2, $3, $4, $5, make_interval(secs => $6), $7, $8::text[])`,
    values: [
      input.sessionId,
      input.mode,
      lines.map((line) => line.productId),
      lines.map((line) => line.id),
      lines.map((line) => line.quantity),
      input.holdMinutes * 60,
      input.requestKey,
      input.networks,
    ],
  };
  try {
    const { rows } = await holds.query<Changed>(query);
    return rows[0] as Changed;
  } catch (error) {
    if (errorCode(error) !== 'TK002') throw error;
    return refusedBySale;
  }
}

/** When the sale ends while the change waits. */
const refusedBySale: Changed = {
  outcome: 'not_on_sale',
  problem: null,
  id: null,
  expires_at: null,
  delivery_method: null,
  lines: null,
  guest: null,
};

/** Merges lines of the same ticket type: quantities add up, or the last one counts. */
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

/** Adding invalid tickets is an invalid field (422); an update that is not possible is 409 (api.md, Cart). */
function problemFor({ outcome, problem }: Changed, mode: ChangeCartInput['mode']): Problem {
  if (problem !== null) return cartLimitProblem(problem);
  if (outcome === 'too_few') return new Problem('too_few_tickets');
  if (mode === 'set') return new Problem('cart_not_possible');
  if (outcome === 'not_on_sale') return invalidField('items', 'NOT_ON_SALE');
  return invalidField('items', outcome === 'unknown' ? 'TICKET_UNKNOWN' : 'QUANTITY_INVALID');
}

/** Empties a session's cart and releases its tickets at once; does nothing if there is no cart. */
export async function clearCart(
  pool: Pool,
  sessionId: string,
  cancelOpenPayment: CancelOpenPayment,
): Promise<void> {
  await changeUnpaidCart(pool, sessionId, cancelOpenPayment, async (client, cartId) => {
    if (cartId !== null) await client.query(`select release_cart($1)`, [cartId]);
  });
}

/** Cancels a session's open payment; 409 6104 when it is already paid or processing. */
export type CancelOpenPayment = (sessionId: string) => Promise<void>;

/** Another tab may open a new payment while we cancel the first one. */
const MAX_PAYMENT_ATTEMPTS = 4;

/** A payment of the cart is open, so nothing was changed. 409 6104 if it cannot be cancelled in time. */
export class PaymentOpenError extends Problem {
  constructor() {
    super('cart_changed_too_late');
  }
}

/**
 * Changes something a payment depends on while no payment of the session's cart is open: when `change` throws
 * `PaymentOpenError`, it cancels the payment and tries the change again (api.md, Cart). 409 6104 when the
 * payment can no longer be cancelled.
 */
export async function withoutOpenPayment<T>(
  sessionId: string,
  cancelOpenPayment: CancelOpenPayment,
  change: () => Promise<T>,
): Promise<T> {
  const when = async (error: unknown): Promise<boolean> => {
    if (!(error instanceof PaymentOpenError)) return false;
    await cancelOpenPayment(sessionId);
    return true;
  };
  return await retry({ attempts: MAX_PAYMENT_ATTEMPTS, when }, change);
}

/**
 * Changes a cart that is not paid, in several steps: in one transaction, with the cart locked. `change` gets the cart's
 * id, or null when the session has none.
 */
export async function changeUnpaidCart<T>(
  pool: Pool,
  sessionId: string,
  cancelOpenPayment: CancelOpenPayment,
  change: (client: PoolClient, cartId: number | null) => Promise<T>,
): Promise<T> {
  return await withoutOpenPayment(
    sessionId,
    cancelOpenPayment,
    async () =>
      await inTransaction(
        pool,
        async (client) => await change(client, await lockUnpaidCart(client, sessionId)),
      ),
  );
}

/** The session's cart, locked; null when it is unknown or has ended. For use within `changeUnpaidCart`. */
export async function lockUnpaidCart(
  client: PoolClient,
  sessionId: string,
): Promise<number | null> {
  const { rows } = await client.query<{ id: number; is_paying: boolean }>({
    name: 'lock_cart',
    text: 'select id, is_paying from lock_cart($1)',
    values: [sessionId],
  });
  if (rows[0]?.is_paying === true) throw new PaymentOpenError();
  return rows[0]?.id ?? null;
}

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
