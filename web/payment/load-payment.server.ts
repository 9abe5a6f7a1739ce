import { data, redirect } from 'react-router';
import type { ProblemDto } from '#contract/problems.ts';
import type { Flash } from '#contract/visit.ts';
import { CHECKOUT_PATH, type DeliveryDetails } from '../checkout/details-values.ts';
import { loadDetails } from '../checkout/checkout.server.ts';
import { requireFilledCart } from '../cart/cart.server.ts';
import { fingerprintOrder, leaveToOrder } from './submit-payment.server.ts';
import { outcomeOf, PAYMENT_PATH } from './payment-outcome.ts';
import type { Language } from '#contract/language.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { paymentFlashTexts } from '#messages/payment.ts';
import type { Visit, Cart } from '../platform/visit.ts';

/** The states of the payment step. */
export type PaymentStart =
  | {
      step: 'pay';
      cart: Cart;
      /** In ms, for the clock of the hold. */
      loadedAt: number;
      details: DeliveryDetails;
      /** Identifies what the page shows of the order. */
      fingerprint: string;
      /** Whether the visitor returns from a payment that was not made. */
      isUnpaid: boolean;
    }
  /** A payment whose result must be known before another one is offered. */
  | { step: 'processing' }
  | { step: 'unknown' | 'refunded'; message: string };

/**
 * Completes a started payment first: a return from the bank or from the hosted page, or one that the session has left
 * open. Then applies the guards of product.md 2, then loads the order to review.
 */
export async function loadPayment(visit: Visit, url: URL) {
  const unfinished = await completeStartedPayment(visit, url.searchParams);
  if (unfinished !== null) return unfinished;
  const cart = await requireFilledCart(visit);
  const details = cart.deliveryMethod === null ? null : await loadDetails(visit);
  if (details === null) throw redirect(CHECKOUT_PATH);
  const isUnpaid = url.searchParams.has('unpaid');
  const loadedAt = Date.now();
  return data<PaymentStart>({
    step: 'pay',
    cart,
    loadedAt,
    details,
    fingerprint: fingerprintOrder(cart, details),
    isUnpaid,
  });
}

/** Null: no payment to complete. */
async function completeStartedPayment(visit: Visit, query: URLSearchParams) {
  const sessionId = visit.cartSession;
  if (sessionId === null) throw await leaveWithoutCart(visit, query);
  const reference = referenceOf(query);
  if (reference === null) return await resume(visit, sessionId);
  const { output, problem } = await settleReference(visit, query, sessionId, reference);
  if (problem === null) throw await leaveToOrder(visit, output);
  if (problem.code === 'payment_not_yours') {
    await settleElsewhere(visit, reference, problem.message);
    throw redirect(PAYMENT_PATH, 303);
  }
  const step = stepAfter(problem);
  if (step !== null) return data(step, { status: problem.status });
  // the redirect removes the query: a reload must not query this payment again
  if (problem.status === 402) throw redirect(`${PAYMENT_PATH}?unpaid`, 303);
  visit.setFlash({ kind: 'danger', text: problem.message });
  throw redirect(PAYMENT_PATH, 303);
}

/** A payment in progress gets its reference into the address, so that a reload finds it after it is settled, too. */
async function resume(visit: Visit, sessionId: string) {
  const { output: started, problem } = await visit.submit('payment:resume', { sessionId });
  if (problem !== null) {
    const step = stepAfter(problem);
    return step === null ? null : data(step, { status: problem.status });
  }
  if (started === null) return null;
  if ('orderToken' in started) throw await leaveToOrder(visit, started.orderToken);
  throw redirect(`${PAYMENT_PATH}?${new URLSearchParams(started)}`, 303);
}

async function leaveWithoutCart(visit: Visit, query: URLSearchParams): Promise<Response> {
  const reference = referenceOf(query);
  if (reference === null) return redirect('/concerts/all');
  await settleElsewhere(visit, reference);
  return redirect('/concerts/all', 303);
}

/** The hosted page or the payment intent of a return; null: not a return. */
const referenceOf = (query: URLSearchParams): string | null =>
  query.get('session_id') ?? query.get('payment_intent');

/** Settles a return to a browser without the paid cart, which gets a message instead of the order. */
async function settleElsewhere(
  visit: Visit,
  reference: string,
  unknownText?: string,
): Promise<void> {
  const { problem } = await visit.submit('payment:settle-return', { reference });
  const flash = createReturnFlash(problem, visit.language);
  if (flash !== null) visit.setFlash(flash);
  else if (unknownText !== undefined) visit.setFlash({ kind: 'danger', text: unknownText });
}

async function settleReference(
  visit: Visit,
  query: URLSearchParams,
  sessionId: string,
  reference: string,
) {
  return query.has('session_id')
    ? await visit.submit('payment:complete-page', { sessionId, provider_session: reference })
    : await visit.submit('payment:complete', { sessionId, paymentIntent: reference });
}

/** Null: not paid. */
function stepAfter(problem: ProblemDto): PaymentStart | null {
  const outcome = outcomeOf(problem);
  if (outcome === 'processing') return { step: 'processing' };
  if (outcome === 'refunded') return { step: 'refunded', message: problem.message };
  return outcome === 'unreachable' ? { step: 'unknown', message: problem.message } : null;
}

/** The message after `payment:settle-return`; null for an id that is not ours. */
function createReturnFlash(problem: ProblemDto | null, language: Language): Flash | null {
  const texts = pickTexts(paymentFlashTexts, language);
  if (problem === null) return { kind: 'success', text: texts.ordered };
  switch (outcomeOf(problem)) {
    case 'processing':
      return { kind: 'info', text: texts.processing };
    case 'refunded':
      return { kind: 'danger', text: problem.message };
    case 'unpaid':
      return { kind: 'danger', text: texts.unpaid };
    case 'unreachable':
      return { kind: 'danger', text: texts.unknown };
    case 'refused':
      return null;
  }
}
