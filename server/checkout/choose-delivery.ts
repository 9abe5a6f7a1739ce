import type { Pool } from 'pg';
import type { DeliveryMethod } from '#contract/codes.ts';
import { deliveryAllowed } from '#contract/rules.ts';
import { invalidField } from '../platform/http/problem.ts';
import { findCart } from '../cart/find-cart.ts';
import { findAccountEmail, findDetails } from './find-details.ts';

/**
 * Chooses the way of delivery for a session's cart. 422: empty cart; online ticket without an e-mail on
 * file; postal outside Germany (product.md section 5).
 */
export async function chooseDelivery(
  pool: Pool,
  sessionId: string,
  accountId: number | null,
  method: DeliveryMethod,
): Promise<void> {
  const cart = await findCart(pool, sessionId);
  if (cart === null) throw invalidField('sessionId', 'CART_IS_EMPTY');
  const details = await findDetails(pool, { accountId, cartId: cart.id });
  const accountEmail = accountId === null ? null : await findAccountEmail(pool, accountId);
  const facts = {
    email: details?.email ?? accountEmail,
    countryId: details?.address.country.id ?? 0,
  };
  if (!deliveryAllowed(method, facts)) {
    const reason = method === 'postal' ? 'DELIVERY_ONLY_GERMANY' : 'DELIVERY_NEEDS_EMAIL';
    throw invalidField('deliveryMethod', reason);
  }
  await pool.query('update cart set delivery_method = $2 where id = $1 and ended_at is null', [
    cart.id,
    method,
  ]);
}
