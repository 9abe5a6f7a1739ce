import { createHash } from 'node:crypto';
import { PAYMENT_HOLD_MINUTES } from '#contract/constants.ts';
import { deliveryCents, type PostalDelivery } from '#contract/delivery.ts';
import type { Language } from '#contract/language.ts';
import { canChooseDelivery, needsEmail } from '#contract/rules.ts';
import { sumOf } from '../cart/find-cart.ts';
import { type CartLimit, cartLimitProblem } from '../cart/change-cart.ts';
import { invalidField, Problem } from '../platform/problem.ts';
import type { Queryable } from '../platform/database/multiplexed-pool.ts';
import { toDetails, toDetailsDto, type Details, type DetailsRow } from './details.ts';

/**
 * Tickets of a cart with an open payment stay held this long after it expires, whatever the provider says (api.md,
 * Cart).
 */
const RELEASE_GRACE_SECONDS = 30;

/** A cart frozen for one payment with its lines, prices, details, delivery and buyer. */
export interface Checkout {
  id: number;
  cart_id: number;
  session_id: string;
  amount_cents: number;
  intent_id: string | null;
  client_secret: string | null;
}

/** How a checkout is paid: with the card fields of our page, or on the provider's hosted page. */
type PaymentMethod = 'card' | 'page';

/** The session whose cart is frozen, and what the checkout records besides the cart. */
export interface FreezeCartInput {
  sessionId: string;
  accountId: number | null;
  language: Language;
  termsVersion: string;
  /** As it is now: an open checkout keeps what it has. */
  post: PostalDelivery;
  /** A cart has at most one open payment: choosing the other method makes its checkout outdated. */
  paymentMethod: PaymentMethod;
}

/** An open checkout of the cart. */
interface OpenCheckoutRow extends Checkout {
  provider_session: string | null;
  fingerprint: string;
}

/** A checkout to pay, or one of an earlier state of the cart, which must be cancelled first. */
export type FreezeResult = { checkout: Checkout } | { outdated: OpenCheckoutRow };

interface CartToFreeze {
  id: number;
  is_on_sale: boolean;
  delivery_method: 'boxoffice' | 'onlineticket' | 'postal' | null;
  lines: { ticket_type_id: number; product_id: number; quantity: number; price_cents: number }[];
  details: DetailsRow | null;
  open_checkout: OpenCheckoutRow | null;
}

/**
 * Freezes the session's cart into a checkout, or finds the open one of the unchanged cart (api.md, Payment and
 * order). Extends the hold, once. Null when the cart has just been changed: call it again. 409 when the cart has
 * expired, a concert is no longer on sale, a limit is exceeded, details are incomplete, or the delivery method is
 * missing or ruled out; 422 on email when an order of 0 EUR has none.
 */
export async function freezeCart(
  steps: Queryable,
  freeze: FreezeCartInput,
): Promise<FreezeResult | null> {
  const { problem, ...cart } = await findCartToFreeze(steps, freeze);
  // a concert may be taken off sale while its tickets are held (product.md 12)
  if (!cart.is_on_sale) throw new Problem('not_on_sale');
  // the programme may have got other limits
  if (problem !== null) throw cartLimitProblem(problem);
  if (cart.details === null) throw new Problem('details_incomplete');
  const details = toDetails(cart.details);
  const method = cart.delivery_method;
  const recipient = { email: details.email, countryId: details.country.id };
  if (method === null || !canChooseDelivery(method, recipient, freeze.post))
    throw new Problem('delivery_missing');

  const delivery = deliveryCents(method, freeze.post);
  const amount = sumOf(cart.lines) + delivery;
  if (needsEmail(amount) && details.email === null) throw invalidField('email', 'EMAIL_REQUIRED');
  const { accountId } = freeze;
  const frozen = { lines: cart.lines, details, method, delivery, accountId, amount };
  // A free order is not paid, so both methods have the same fingerprint. The provider's page keeps its language.
  const way =
    freeze.paymentMethod === 'page' && amount > 0
      ? { way: freeze.paymentMethod, language: freeze.language }
      : {};
  const fingerprint = createHash('sha256')
    // as versions before have stored it: their open payments stay open
    .update(JSON.stringify({ ...frozen, details: toDetailsDto(details), ...way }))
    .digest('base64url');
  const open = cart.open_checkout;
  if (open !== null && open.fingerprint !== fingerprint) return { outdated: open };
  const checkout = await writeCheckout(steps, cart, freeze, {
    ...frozen,
    details: toFrozenDetails(cart.details, details),
    fingerprint,
  });
  return checkout === null ? null : { checkout };
}

async function findCartToFreeze(
  steps: Queryable,
  { sessionId, accountId }: FreezeCartInput,
): Promise<CartToFreeze & { problem: CartLimit | null }> {
  const { rows } = await steps.query<CartToFreeze & { problem: CartLimit | null }>({
    name: 'find_cart_to_freeze',
    text: 'select c.*, find_cart_problem(c.id) as problem from find_cart_to_freeze($1, $2) c',
    values: [sessionId, accountId],
  });
  if (rows[0] === undefined) throw new Problem('cart_expired');
  return rows[0];
}

/** Writes the checkout unless the cart has changed since it was read (db/functions/freeze-cart.sql). */
async function writeCheckout(
  steps: Queryable,
  seen: CartToFreeze,
  freeze: FreezeCartInput,
  frozen: { details: FrozenDetails; delivery: number; amount: number; fingerprint: string },
): Promise<Checkout | null> {
  const { rows } = await steps.query<Checkout>({
    name: 'freeze_cart',
    text: 'select * from freeze_cart($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    values: [
      freeze.sessionId,
      freeze.accountId,
      JSON.stringify(seen),
      freeze.language,
      frozen.fingerprint,
      frozen.amount,
      frozen.delivery,
      JSON.stringify(frozen.details),
      freeze.termsVersion,
      PAYMENT_HOLD_MINUTES,
      RELEASE_GRACE_SECONDS,
    ],
  });
  return rows[0] ?? null;
}

/** The details that a checkout stores. */
export interface FrozenDetails extends Omit<DetailsRow, 'id'> {
  master_data_id: number;
  country_de: string;
  country_en: string;
}

function toFrozenDetails({ id, ...row }: DetailsRow, { country }: Details): FrozenDetails {
  return { ...row, master_data_id: id, country_de: country.name.de, country_en: country.name.en };
}
