import type { DeliveryMethod } from '#contract/codes.ts';
import { canChooseDelivery, needsEmail, type DeliveryRecipient } from '#contract/rules.ts';
import {
  type CancelOpenPayment,
  PaymentOpenError,
  withoutOpenPayment,
} from '../cart/change-cart.ts';
import { deliveryCents, sumOf } from '../cart/cart-dto.ts';
import { type Cart, findCart } from '../cart/find-cart.ts';
import { invalidField } from '../platform/problem.ts';
import type { Queryable } from '../platform/database/multiplexed-pool.ts';
import { findAccountEmail, findDetails } from './details.ts';

/** A delivery method for a session's cart. */
export interface ChooseDeliveryInput {
  sessionId: string;
  accountId: number | null;
  method: DeliveryMethod;
  holdMinutes: number;
}

/**
 * Saves the delivery method of a session's cart and returns the cart; cancels an open payment first. 422 for an
 * empty cart, an online ticket or an order of 0 EUR without an e-mail on file, or postal delivery outside Germany
 * (product.md 5; api.md, Cart).
 */
export async function chooseDelivery(
  steps: Queryable,
  choice: ChooseDeliveryInput,
  cancelOpenPayment: CancelOpenPayment,
): Promise<Cart> {
  return await withoutOpenPayment(choice.sessionId, cancelOpenPayment, async () => {
    const cart = await findCart(steps, choice.sessionId);
    if (cart === null) throw invalidField('sessionId', 'CART_IS_EMPTY');
    // Needs no lock: saving other details clears a method they rule out, and paying checks it again.
    await checkMethod(steps, cart, choice);
    const expiresAt = await writeChoice(steps, cart, choice);
    return { ...cart, delivery_method: choice.method, expires_at: expiresAt };
  });
}

async function checkMethod(
  steps: Queryable,
  cart: Cart,
  { accountId, method }: ChooseDeliveryInput,
): Promise<void> {
  const recipient =
    accountId === null ? cart.guest : await findRecipient(steps, { accountId, cartId: cart.id });
  const amount = sumOf(cart.lines) + deliveryCents(method);
  if (needsEmail(amount) && !recipient?.email) throw invalidField('email', 'EMAIL_REQUIRED');
  if (canChooseDelivery(method, recipient ?? { email: null, countryId: 0 })) return;
  const reason = method === 'postal' ? 'DELIVERY_ONLY_GERMANY' : 'DELIVERY_NEEDS_EMAIL';
  throw invalidField('deliveryMethod', reason);
}

async function findRecipient(
  steps: Queryable,
  owner: { accountId: number; cartId: number },
): Promise<DeliveryRecipient> {
  const details = await findDetails(steps, owner);
  return {
    email: details?.email ?? (await findAccountEmail(steps, owner.accountId)),
    countryId: details?.address.country.id ?? 0,
  };
}

/** Returns the cart's end, which details may have moved. */
async function writeChoice(
  steps: Queryable,
  cart: Cart,
  { method, holdMinutes }: ChooseDeliveryInput,
): Promise<Date> {
  const { rows } = await steps.query<{ outcome: string; expires_at: Date | null }>({
    name: 'choose_delivery',
    text: 'select * from choose_delivery($1, $2, make_interval(secs => $3))',
    values: [cart.id, method, holdMinutes * 60],
  });
  if (rows[0]?.outcome === 'payment_open') throw new PaymentOpenError();
  if (rows[0]?.outcome === 'gone') throw invalidField('sessionId', 'CART_IS_EMPTY');
  return rows[0]?.expires_at ?? cart.expires_at;
}
