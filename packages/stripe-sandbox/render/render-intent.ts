import type { Stripe } from 'stripe';
import type { IntentRecord } from '../state/records.ts';
import type { SandboxContext } from '../context.ts';

/** A payment intent as the API shows it to the holder of the secret key. */
export function renderIntent(context: SandboxContext, record: IntentRecord): Stripe.PaymentIntent {
  return {
    id: record.id,
    object: 'payment_intent',
    allowed_payment_method_types: record.allowedTypes,
    amount: record.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: record.status === 'succeeded' ? record.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: record.isAutomatic
      ? { allow_redirects: 'always', enabled: true }
      : null,
    canceled_at: record.canceledAt,
    cancellation_reason: record.cancellationReason,
    capture_method: 'automatic_async',
    client_secret: record.clientSecret,
    confirmation_method: 'automatic',
    created: record.created,
    currency: record.currency,
    customer: null,
    customer_account: null,
    description: record.description,
    excluded_payment_method_types: null,
    last_payment_error: renderLastError(record),
    latest_charge: record.latestCharge,
    livemode: false,
    managed_payments: null,
    metadata: { ...record.metadata },
    next_action: renderNextAction(context, record),
    on_behalf_of: null,
    payment_method: record.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: record.status === 'processing' ? { type: 'card', card: {} } : null,
    receipt_email: record.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: record.status,
    transfer_data: null,
    transfer_group: null,
  };
}

function renderLastError(record: IntentRecord): Stripe.PaymentIntent.LastPaymentError | null {
  const error = record.lastError;
  if (!error) return null;
  const { payment_intent: _intent, payment_method: method, ...rest } = error;
  return method ? { ...rest, payment_method: method as Stripe.PaymentMethod } : rest;
}

function renderNextAction(
  context: SandboxContext,
  record: IntentRecord,
): Stripe.PaymentIntent.NextAction | null {
  if (record.status !== 'requires_action') return null;
  const query = new URLSearchParams({
    payment_intent: record.id,
    client_secret: record.clientSecret,
    key: context.options.publishableKey,
    return_url: record.returnUrl ?? '',
  });
  const url = `${context.url()}/authenticate?${query}`;
  if (record.isInBrowser || record.returnUrl === null) {
    const sdk = { type: 'three_d_secure_redirect', stripe_js: url };
    return { type: 'use_stripe_sdk', use_stripe_sdk: sdk };
  }
  return { type: 'redirect_to_url', redirect_to_url: { return_url: record.returnUrl, url } };
}

const PUBLIC_FIELDS = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies (keyof Stripe.PaymentIntent)[];

/** Renders an intent for a browser with publishable key and client secret: no metadata, no charge. */
export function renderPublicIntent(context: SandboxContext, record: IntentRecord): { id: string } {
  const whole = renderIntent(context, record);
  const shown = Object.fromEntries(PUBLIC_FIELDS.map((name) => [name, whole[name]]));
  return { ...shown, id: record.id };
}
