import type { Pool, PoolClient } from 'pg';
import type { DeliveryMethod } from '#contract/codes.ts';
import { deliveryAllowed } from '#contract/rules.ts';
import { changeUnpaidCart, type CancelOpenPayment } from '../cart/change-unpaid-cart.ts';
import { invalidField } from '../platform/http/problem.ts';
import { findCart } from '../cart/find-cart.ts';
import { findAccountEmail, findDetails } from './find-details.ts';

export interface ChooseDelivery {
  sessionId: string;
  accountId: number | null;
  method: DeliveryMethod;
}

/**
 * Chooses the way of delivery for a session's cart; an open payment is cancelled first. 422: empty cart;
 * online ticket without an e-mail on file; postal outside Germany (product.md section 5).
 */
export async function chooseDelivery(
  pool: Pool,
  choice: ChooseDelivery,
  cancelOpenPayment: CancelOpenPayment,
): Promise<void> {
  await changeUnpaidCart(pool, choice.sessionId, cancelOpenPayment, async (client) => {
    await writeChoice(client, choice);
  });
}

async function writeChoice(
  client: PoolClient,
  { sessionId, accountId, method }: ChooseDelivery,
): Promise<void> {
  const cart = await findCart(client, sessionId);
  if (cart === null) throw invalidField('sessionId', 'CART_IS_EMPTY');
  const details = await findDetails(client, { accountId, cartId: cart.id });
  const accountEmail = accountId === null ? null : await findAccountEmail(client, accountId);
  const facts = {
    email: details?.email ?? accountEmail,
    countryId: details?.address.country.id ?? 0,
  };
  if (!deliveryAllowed(method, facts)) {
    const reason = method === 'postal' ? 'DELIVERY_ONLY_GERMANY' : 'DELIVERY_NEEDS_EMAIL';
    throw invalidField('deliveryMethod', reason);
  }
  await client.query({
    name: 'choose_delivery',
    text: 'update cart set delivery_method = $2 where id = $1',
    values: [cart.id, method],
  });
}
