import { createHash } from 'node:crypto';
import { data, redirect, redirectDocument } from 'react-router';
import type { ProblemDto } from '#contract/problems.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { paymentFlashTexts } from '#messages/payment.ts';
import type { DeliveryDetails } from '../checkout/details-values.ts';
import { readText } from '../forms/read-fields.ts';
import type { OutputOf, Visit, Cart } from '../platform/visit.ts';
import { confirmationPath, PAYMENT_PATH } from './payment-outcome.ts';

/** A payment opened for the card fields. */
export type CardPayment = OutputOf<'payment:initiate'>;

/** The data of the payment step's action: one of these. The pay button's success redirects instead. */
export interface PaymentResponse {
  problem?: ProblemDto;
  card?: CardPayment;
  /** Of the paid order. */
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
  const { output, problem } = await visit.submit('payment:initiate', { sessionId });
  return problem === null ? data<PaymentResponse>({ card: output }) : fail(problem);
}

async function completeCardPayment(visit: Visit, sessionId: string, form: FormData) {
  const entries = { sessionId, paymentIntent: readText(form, 'paymentIntent') };
  const { output, problem } = await visit.submit('payment:complete', entries);
  if (problem !== null) return fail(problem);
  // the cart is empty now: updates the header's hint
  await visit.findCart();
  return data<PaymentResponse>({ orderToken: output });
}

/** Redirects to the provider's page, or to the order if it is free. An order that has changed is shown again first. */
async function payOnHostedPage(visit: Visit, sessionId: string, form: FormData, origin: string) {
  if (await hasOrderChanged(visit, sessionId, form)) {
    visit.setFlash({ kind: 'info', text: pickTexts(paymentFlashTexts, visit.language).changed });
    throw redirect(PAYMENT_PATH, 303);
  }
  const { output, problem } = await visit.submit('payment:open-page', { sessionId }, form);
  if (problem !== null) return fail(problem);
  if ('orderToken' in output) throw await leaveToOrder(visit, output.orderToken);
  // under the sandbox's proxy it is our own page, which a phone reaches by another origin
  const url = new URL(output.url);
  const isOurs = url.origin === origin;
  throw redirect(isOurs ? url.pathname + url.search + url.hash : output.url, 303);
}

/** Redirects to the order's confirmation. */
export async function leaveToOrder(visit: Visit, orderToken: string): Promise<Response> {
  // the cart is empty now: updates the header's hint
  await visit.findCart();
  return redirectDocument(confirmationPath(orderToken), 303);
}

const fail = (problem: ProblemDto) =>
  data<PaymentResponse>({ problem }, { status: problem.status });

/** A short hash of all that the payment page shows of an order: tickets, prices, delivery, address. */
export function fingerprintOrder(cart: Cart, details: DeliveryDetails): string {
  const { items, deliveryCents, deliveryMethod, totalCents } = cart;
  const tickets = items.map((entry) => [entry.productId, entry.items]);
  const shown = JSON.stringify([tickets, deliveryCents, deliveryMethod, totalCents, details]);
  return createHash('sha256').update(shown).digest('base64url').slice(0, 16);
}

/**
 * Whether the order is no longer the one that the form's page showed, e.g. after a change or a sign-in in another tab.
 * An order that is completed, has lost its tickets or cannot be read has not changed; the payment itself reports that.
 */
async function hasOrderChanged(visit: Visit, sessionId: string, form: FormData): Promise<boolean> {
  const shown = readText(form, 'order');
  if (shown === '') return false;
  const [{ output: order }, { output: details }] = await Promise.all([
    visit.tryRead('cart:read', { cartSession: sessionId }),
    visit.tryRead('checkout:details', undefined),
  ]);
  if (order === null || order.items.length === 0 || !details) return false;
  return fingerprintOrder(order, details) !== shown;
}
