import { invalidRequest, noSuch, type ErrorBody } from '../api/failure.ts';
import { listPage } from '../api/list-page.ts';
import {
  mergeMetadata,
  readBoolean,
  readInteger,
  readText,
  PAGE_PARAMS,
  refuseUnknown,
} from '../api/params.ts';
import type { Call, Route } from '../api/route.ts';
import { attemptPayment, authenticate, setStatus } from '../payments/attempt-payment.ts';
import { checkAmount, createIntent, refuseOldTypes } from '../payments/create-intent.ts';
import { readPaymentMethod } from '../payments/payment-method.ts';
import { refuseSession, refuseState, unexpectedState } from '../payments/state-errors.ts';
import { renderIntent, renderPublicIntent } from '../render/render-intent.ts';
import type { IntentRecord } from '../state/records.ts';

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'] as const;
const REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'];

/** The routes under /v1/payment_intents. */
export const paymentIntentRoutes: Route[] = [
  { name: 'POST /v1/payment_intents', run: create },
  { name: 'GET /v1/payment_intents', run: list },
  { name: 'GET /v1/payment_intents/:id', isForBrowsers: true, run: retrieve },
  { name: 'POST /v1/payment_intents/:id', run: update },
  { name: 'POST /v1/payment_intents/:id/confirm', isForBrowsers: true, run: confirm },
  { name: 'POST /v1/payment_intents/:id/cancel', run: cancel },
  // Not Stripe's: the authentication page tells what the buyer chose.
  {
    name: 'POST /v1/payment_intents/:id/authenticate',
    isForBrowsers: true,
    run: finishAuthentication,
  },
];

function create({ context, params }: Call): object {
  refuseOldTypes(params);
  refuseUnknown(params, CREATE_PARAMS);
  const intent = createIntent(context.state, params);
  const method = readPaymentMethod(context.state, params);
  const confirmed = readBoolean(params, 'confirm');
  if (method) {
    intent.paymentMethod = method.id;
    intent.status = 'requires_confirmation';
  }
  context.state.intents.save(intent);
  context.emit('payment_intent.created', renderIntent(context, intent));
  if (confirmed) confirmIntent({ context, params, id: intent.id, caller: 'secret' }, intent);
  return renderIntent(context, intent);
}

function list({ context, params }: Call): object {
  refuseUnknown(params, [...PAGE_PARAMS, 'customer', 'customer_account']);
  return listPage(context.state.intents, params, {
    url: '/v1/payment_intents',
    render: (intent) => renderIntent(context, intent),
  });
}

function retrieve(call: Call): object {
  return show(call, findIntent(call));
}

function update(call: Call): object {
  const { context, params } = call;
  const intent = findIntent(call);
  refuseOldTypes(params);
  refuseUnknown(params, UPDATE_PARAMS);
  const onlyMetadata = Object.keys(params).every((name) => name === 'metadata');
  if (!onlyMetadata) refuseState(context, intent, 'update', OPEN);
  const amount = readInteger(params, 'amount');
  if (amount !== undefined) intent.amount = checkAmount(amount);
  intent.metadata = mergeMetadata(intent.metadata, params);
  intent.description = readText(params, 'description') ?? intent.description;
  intent.receiptEmail = readText(params, 'receipt_email') ?? intent.receiptEmail;
  const method = readPaymentMethod(context.state, params);
  if (method) {
    intent.paymentMethod = method.id;
    intent.status = 'requires_confirmation';
  }
  context.state.intents.save(intent);
  return renderIntent(context, intent);
}

function confirm(call: Call): object {
  const intent = findIntent(call);
  const isBrowser = call.caller === 'publishable';
  refuseOldTypes(call.params);
  refuseUnknown(call.params, isBrowser ? BROWSER_PARAMS : CONFIRM_PARAMS);
  confirmIntent(call, intent);
  return show(call, intent);
}

function confirmIntent({ context, params, caller }: Call, intent: IntentRecord): void {
  refuseSession(context, intent, 'confirm');
  refuseState(context, intent, 'confirm', OPEN);
  const method = readPaymentMethod(context.state, params);
  if (method) intent.paymentMethod = method.id;
  if (intent.paymentMethod === null) {
    const message =
      "You cannot confirm this PaymentIntent because it's missing a payment method. " +
      'Update it with a payment method, or confirm it with one.';
    throw unexpectedState(context, intent, message);
  }
  intent.isInBrowser = caller === 'publishable' || readBoolean(params, 'use_stripe_sdk');
  intent.returnUrl = readText(params, 'return_url') ?? intent.returnUrl;
  attemptPayment(context, intent);
}

function cancel(call: Call): object {
  const { context, params } = call;
  const intent = findIntent(call);
  refuseUnknown(params, ['cancellation_reason']);
  const reason = readText(params, 'cancellation_reason') ?? null;
  if (reason !== null && !REASONS.includes(reason)) {
    const message = `Invalid cancellation_reason: must be one of ${REASONS.join(', ')}`;
    throw invalidRequest(message, { param: 'cancellation_reason' });
  }
  refuseState(context, intent, 'cancel', OPEN);
  refuseSession(context, intent, 'cancel');
  intent.canceledAt = context.state.now();
  intent.cancellationReason = reason;
  setStatus(context, intent, 'canceled', 'payment_intent.canceled');
  return renderIntent(context, intent);
}

function finishAuthentication(call: Call): object {
  const intent = findIntent(call);
  refuseState(call.context, intent, 'authenticate', ['requires_action']);
  const outcome = readText(call.params, 'outcome') === 'complete' ? 'complete' : 'fail';
  authenticate(call.context, intent, outcome);
  return show(call, intent);
}

function show({ context, caller }: Call, intent: IntentRecord): object {
  return caller === 'secret' ? renderIntent(context, intent) : renderPublicIntent(context, intent);
}

function findIntent({ context, params, id, caller }: Call): IntentRecord {
  const intent = context.state.intents.get(id);
  if (!intent) throw noSuch('payment_intent', id, 'intent');
  if (caller === 'secret' || params['client_secret'] === intent.clientSecret) return intent;
  const code: Partial<ErrorBody> = { code: 'payment_intent_invalid_parameter' };
  const message = 'The client_secret provided does not match the PaymentIntent.';
  throw invalidRequest(message, { ...code, param: 'client_secret' });
}

/** Parameters the API version knows, as far as a card payment has use for them. */
const COMMON = [
  'amount_details',
  'allowed_payment_method_types',
  'capture_method',
  'excluded_payment_method_types',
  'payment_details',
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'receipt_email',
  'setup_future_usage',
  'shipping',
];

/** Parameters of `update`. */
const UPDATE_PARAMS = [
  ...COMMON,
  'amount',
  'currency',
  'customer',
  'description',
  'metadata',
  'payment_method_configuration',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_group',
];

/** Parameters of `create`. */
const CREATE_PARAMS = [
  ...UPDATE_PARAMS,
  'automatic_payment_methods',
  'confirm',
  'confirmation_method',
  'error_on_requires_action',
  'off_session',
  'return_url',
  'use_stripe_sdk',
];

/** Parameters of `confirm`. */
const CONFIRM_PARAMS = [
  ...COMMON,
  'amount_to_confirm',
  'error_on_requires_action',
  'off_session',
  'return_url',
  'use_stripe_sdk',
];

/** Parameters that Stripe.js sends when a buyer confirms. */
const BROWSER_PARAMS = [...CONFIRM_PARAMS, 'client_secret'];
