import { invalidRequest, noSuch } from '../api/failure.ts';
import { listPage } from '../api/list-page.ts';
import {
  mergeMetadata,
  readInteger,
  readText,
  PAGE_PARAMS,
  refuseUnknown,
} from '../api/read-params.ts';
import type { Call, Route } from '../api/route.ts';
import { unexpectedState } from '../payments/state-errors.ts';
import { refundCharge } from '../payments/refunds.ts';
import { renderRefund } from '../render/render-refund.ts';
import type { ChargeRecord, RefundRecord } from '../state/records.ts';

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'];
const CREATE_PARAMS = ['amount', 'charge', 'currency', 'metadata', 'payment_intent', 'reason'];

/** The routes under /v1/refunds. */
export const refundRoutes: Route[] = [
  { name: 'POST /v1/refunds', run: create },
  { name: 'GET /v1/refunds', run: list },
  { name: 'GET /v1/refunds/:id', run: (call) => renderRefund(findRefund(call)) },
  { name: 'POST /v1/refunds/:id', run: update },
];

function create(call: Call): object {
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

function list({ context, params }: Call): object {
  refuseUnknown(params, [...PAGE_PARAMS, 'charge', 'payment_intent']);
  const intent = readText(params, 'payment_intent');
  const charge = readText(params, 'charge');
  return listPage(context.state.refunds, params, {
    url: '/v1/refunds',
    filter: (refund) =>
      (intent === undefined || refund.intent === intent) &&
      (charge === undefined || refund.charge === charge),
    render: renderRefund,
  });
}

function update(call: Call): object {
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
