import { data, redirect } from 'react-router';
import { UNKNOWN_MASTER_DATA_ID } from '#contract/constants.ts';
import type { ResponseOf } from '#contract/endpoints.ts';
import type { ProblemDto } from '#contract/problems.ts';
import type { Cart } from '#contract/visit.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { paymentFlashTexts } from '#messages/payment.ts';
import { endForm, onceByKey } from '../forms/submit.server.ts';
import { readText } from '../forms/read-fields.ts';
import { confirmationPath, PAYMENT_PATH } from './payment-outcome.ts';
import { createHash } from 'node:crypto';
import type { DeliveryDetails } from '../checkout/details-values.ts';
import type { Visit } from '../platform/visit.ts';

/** A payment opened for the card fields. */
export type CardPayment = ResponseOf<'initiatePayment'>;

/** The result of the payment step's action: one of these. */
export interface PaymentResponse {
  problem?: ProblemDto;
  card?: CardPayment;
  orderToken?: string;
}

/** `intent` of the form: `card` opens a payment for the card fields, `complete` settles it, any other value pays. */
export async function submitPayment(visit: Visit, form: FormData, origin: string) {
  const sessionId = visit.cartSession;
  if (sessionId === null) throw redirect('/concerts/all', 303);
  const intent = readText(form, 'intent');
  if (intent === 'card') return await startCardPayment(visit, sessionId);
  if (intent === 'complete') return await completeCardPayment(visit, sessionId, form);
  return await payOnHostedPage(visit, sessionId, form, origin);
}

async function startCardPayment(visit: Visit, sessionId: string) {
  const input = { params: { sessionId }, body: { sessionId } };
  const { response, problem } = await visit.call('initiatePayment', input);
  return problem === null ? data<PaymentResponse>({ card: response }) : fail(problem);
}

async function completeCardPayment(visit: Visit, sessionId: string, form: FormData) {
  const paymentIntent = readText(form, 'paymentIntent');
  const body = { paymentIntent, master_data_id: UNKNOWN_MASTER_DATA_ID };
  const { response, problem } = await visit.call('completePayment', {
    params: { sessionId },
    body,
  });
  if (problem !== null) return fail(problem);
  return await goToOrder(visit, form, response.data.order_token);
}

/** Redirects to the provider's page, or to the order if it is free. An order that has changed is shown again first. */
async function payOnHostedPage(visit: Visit, sessionId: string, form: FormData, origin: string) {
  if (await hasOrderChanged(visit, sessionId, form)) {
    visit.setFlash({ kind: 'info', text: pickTexts(paymentFlashTexts, visit.language).changed });
    throw redirect(PAYMENT_PATH, 303);
  }
  const input = { params: { sessionId } };
  const { response, problem } = await visit.call('openHostedPage', input, onceByKey(form));
  if (problem !== null) return fail(problem);
  const opened = response.data;
  if ('order_token' in opened) return await goToOrder(visit, form, opened.order_token);
  // under the sandbox's proxy it is our own page, which a phone reaches by another origin
  const url = new URL(opened.url);
  const isOurs = url.origin === origin;
  throw redirect(isOurs ? url.pathname + url.search + url.hash : opened.url, 303);
}

async function goToOrder(visit: Visit, form: FormData, orderToken: string) {
  // the cart is empty now: updates the header's hint
  await visit.findCart();
  const result: PaymentResponse = { orderToken };
  return endForm(visit, form, { to: confirmationPath(orderToken), result });
}

const fail = (problem: ProblemDto) =>
  data<PaymentResponse>({ problem }, { status: problem.status });

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
async function hasOrderChanged(visit: Visit, sessionId: string, form: FormData): Promise<boolean> {
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
