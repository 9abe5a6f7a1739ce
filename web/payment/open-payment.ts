import { redirect } from 'react-router';
import type { ResponseOf } from '#contract/endpoints.ts';
import { findDetails } from '../checkout/find-details.ts';
import type { DeliveryDetails } from '../checkout/delivery-values.ts';
import { api } from '../platform/api.ts';
import { ApiError } from '../platform/api-error.ts';
import { refetchCart, type Cart } from '../platform/cart-store.ts';
import { getSessionId } from '../platform/session.ts';

export type Initiated = ResponseOf<'initiatePayment'>;

/** What the payment step begins with. */
export type PaymentStart =
  | { step: 'pay'; initiated: Initiated; cart: Cart; details: DeliveryDetails }
  /** A payment whose result must be known before anything is offered. */
  | { step: 'settle'; paymentIntent: string }
  | { step: 'blocked'; message: string };

/** How often a cart that changes meanwhile (in another tab) is initiated again. */
const TRIES = 3;

/** Opens the payment, or says why it cannot begin. An intent that is over is settled, never mounted. */
export async function openPayment(): Promise<PaymentStart> {
  const sessionId = getSessionId();
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const input = { params: { sessionId }, body: { sessionId } };
      const initiated = await api.call('initiatePayment', input);
      if (initiated.status === 'succeeded' || initiated.status === 'processing') {
        return { step: 'settle', paymentIntent: initiated.paymentIntent };
      }
      const [cart, details] = await Promise.all([refetchCart(), findDetails()]);
      if (details === null) throw redirect('/ticketshop/checkout');
      // the sum on the page is the sum that is paid
      if (cart.total_price === initiated.amount) return { step: 'pay', initiated, cart, details };
    }
    return { step: 'blocked', message: '' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { step: 'blocked', message: error.message };
  }
}
