import { data, redirect } from 'react-router';
import { UNKNOWN_MASTER_DATA_ID } from '#contract/constants.ts';
import type { ResponseOf } from '#contract/endpoints.ts';
import type { ProblemDto } from '#contract/problem-dto.ts';
import type { Visit } from '#contract/visit.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { paymentFlashTexts } from '#messages/payment.ts';
import { endForm, onceByKey } from '../platform/form-data.server.ts';
import { readText } from '../platform/read-fields.ts';
import { hasOrderChanged } from './fingerprint-order.server.ts';
import { confirmationPath, PAYMENT_PATH } from './payment-outcome.ts';

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
