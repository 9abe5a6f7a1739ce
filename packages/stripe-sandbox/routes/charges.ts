import { noSuch, invalidRequest } from '../api/failure.ts';
import { listPage } from '../api/list-page.ts';
import { readText, PAGE_PARAMS, refuseUnknown, mergeMetadata, readInteger } from '../api/params.ts';
import type { Call, Route } from '../api/route.ts';
import { renderCharge, renderRefund, renderDispute } from '../render/render-charge.ts';
import { renderPaymentMethod } from '../render/render-payment-method.ts';
import { unexpectedState } from '../payments/state-errors.ts';
import { refundCharge, closeDispute } from '../payments/refunds.ts';
import type { ChargeRecord, RefundRecord, DisputeRecord } from '../state/records.ts';

/** Charges and payment methods, to read only. */
export const chargeRoutes: Route[] = [
  { name: 'GET /v1/charges', run: listCharges },
  { name: 'GET /v1/charges/:id', run: retrieveCharge },
  { name: 'GET /v1/payment_methods/:id', run: retrieveMethod },
];

function listCharges({ context, params }: Call): object {
  refuseUnknown(params, [...PAGE_PARAMS, 'payment_intent']);
  const intent = readText(params, 'payment_intent');
  return listPage(context.state.charges, params, {
    url: '/v1/charges',
    filter: (charge) => intent === undefined || charge.intent === intent,
    render: (charge) => renderCharge(context, charge),
  });
}

function retrieveCharge({ context, id }: Call): object {
  const charge = context.state.charges.get(id);
  if (!charge) throw noSuch('charge', id);
  return renderCharge(context, charge);
}

function retrieveMethod({ context, id }: Call): object {
  const method = context.state.paymentMethods.get(id);
  if (!method) throw noSuch('PaymentMethod', id);
  return renderPaymentMethod(method);
}

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'];
const CREATE_PARAMS = ['amount', 'charge', 'currency', 'metadata', 'payment_intent', 'reason'];

/** The routes under /v1/refunds. */
export const refundRoutes: Route[] = [
  { name: 'POST /v1/refunds', run: createRefund },
  { name: 'GET /v1/refunds', run: listRefunds },
  { name: 'GET /v1/refunds/:id', run: (call) => renderRefund(findRefund(call)) },
  { name: 'POST /v1/refunds/:id', run: updateRefund },
];

function createRefund(call: Call): object {
  const { context, params } = call;
  refuseUnknown(params, CREATE_PARAMS);
  const reason = readText(params, 'reason') ?? null;
  if (reason !== null && !REASONS.includes(reason)) {
    const message = `Invalid reason: must be one of ${REASONS.join(', ')}`;
    throw invalidRequest(message, { param: 'reason' });
  }
  const amount = readInteger(params, 'amount');
  const metadata = mergeMetadata({}, params);
  return renderRefund(refundCharge(context, findCharge(call), { amount, reason, metadata }));
}

function listRefunds({ context, params }: Call): object {
  return listPage(context.state.refunds, params, {
    url: '/v1/refunds',
    filter: readFilter(params),
    render: renderRefund,
  });
}

/** Of a list, what belongs to the charge and the payment asked for. */
function readFilter(params: Call['params']) {
  refuseUnknown(params, [...PAGE_PARAMS, 'charge', 'payment_intent']);
  const intent = readText(params, 'payment_intent');
  const charge = readText(params, 'charge');
  return (record: RefundRecord | DisputeRecord): boolean =>
    (intent === undefined || record.intent === intent) &&
    (charge === undefined || record.charge === charge);
}

function updateRefund(call: Call): object {
  refuseUnknown(call.params, ['metadata']);
  const refund = findRefund(call);
  refund.metadata = mergeMetadata(refund.metadata, call.params);
  return renderRefund(call.context.state.refunds.save(refund));
}

function findRefund({ context, id }: Call): RefundRecord {
  const refund = context.state.refunds.get(id);
  if (!refund) throw noSuch('refund', id);
  return refund;
}

function findCharge({ context, params }: Call): ChargeRecord {
  const chargeId = readText(params, 'charge');
  const intentId = readText(params, 'payment_intent');
  if (chargeId !== undefined) {
    const charge = context.state.charges.get(chargeId);
    if (!charge) throw noSuch('charge', chargeId, 'charge');
    return charge;
  }
  if (intentId === undefined) {
    const message = 'One of the following params should be provided: payment_intent or charge.';
    throw invalidRequest(message, { code: 'parameter_missing' });
  }
  const intent = context.state.intents.get(intentId);
  if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent');
  const charge = context.state.charges.get(intent.latestCharge ?? '');
  if (charge?.status === 'succeeded') return charge;
  const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`;
  throw unexpectedState(context, intent, message);
}

/** The routes under /v1/disputes. */
export const disputeRoutes: Route[] = [
  { name: 'GET /v1/disputes', run: listDisputes },
  { name: 'GET /v1/disputes/:id', run: (call) => renderDispute(findDispute(call)) },
  { name: 'POST /v1/disputes/:id/close', run: close },
];

function listDisputes({ context, params }: Call): object {
  return listPage(context.state.disputes, params, {
    url: '/v1/disputes',
    filter: readFilter(params),
    render: renderDispute,
  });
}

/** Closing a dispute means giving in: it is lost. */
function close(call: Call): object {
  const dispute = findDispute(call);
  if (dispute.status === 'won' || dispute.status === 'lost') {
    throw invalidRequest('This dispute is already closed.');
  }
  closeDispute(call.context, dispute, 'lost');
  return renderDispute(dispute);
}

function findDispute({ context, id }: Call): DisputeRecord {
  const dispute = context.state.disputes.get(id);
  if (!dispute) throw noSuch('dispute', id);
  return dispute;
}
