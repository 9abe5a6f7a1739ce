import { createHash } from 'node:crypto';
import type { Cart, Visit } from '#contract/visit.ts';
import type { DeliveryDetails } from '../checkout/details-values.ts';
import { readText } from '../platform/read-fields.ts';

/** A short hash of all that the payment page shows of an order: tickets, prices, delivery, address. */
export function fingerprintOrder(cart: Cart, details: DeliveryDetails): string {
  const { items, delivery, deliveryMethod, total_price } = cart;
  const tickets = items.map((entry) => [entry.product_id, entry.items]);
  const shown = JSON.stringify([tickets, delivery, deliveryMethod, total_price, details]);
  return createHash('sha256').update(shown).digest('base64url').slice(0, 16);
}

/**
 * Whether the order is no longer the one that the form's page showed, e.g. after a change or a sign-in in another tab.
 * An order that is completed, has lost its tickets or cannot be read has not changed; the payment itself reports that.
 */
export async function hasOrderChanged(
  visit: Visit,
  sessionId: string,
  form: FormData,
): Promise<boolean> {
  const shown = readText(form, 'order');
  if (shown === '') return false;
  const [cart, details] = await Promise.all([
    visit.call('getCart', { params: { sessionId } }),
    visit.call('getDeliveryDetails', {}),
  ]);
  const order = cart.response?.data;
  if (order === undefined || order.items.length === 0 || !details.response?.data) return false;
  return fingerprintOrder(order, details.response.data) !== shown;
}
