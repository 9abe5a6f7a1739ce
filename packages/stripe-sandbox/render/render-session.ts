import type { Stripe } from 'stripe';
import type { SessionRecord } from '../state/records.ts';
import type { SandboxContext } from '../context.ts';

/** A Checkout Session as the API shows it; its hosted page has an address while it is open. */
export function renderSession(
  context: SandboxContext,
  record: SessionRecord,
): Stripe.Checkout.Session {
  const isPaid = context.state.intents.get(record.intent ?? '')?.status === 'succeeded';
  const address = { city: null, country: null, line1: null, line2: null };
  const customer = {
    address: { ...address, postal_code: null, state: null },
    business_name: null,
    email: record.customerEmail,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none' as const,
    tax_ids: [],
  };
  return {
    id: record.id,
    object: 'checkout.session',
    ...UNUSED,
    allowed_payment_method_types: record.allowedTypes,
    amount_subtotal: record.amount,
    amount_total: record.amount,
    cancel_url: record.cancelUrl,
    client_reference_id: record.clientReference,
    created: record.created,
    currency: record.currency,
    customer_details: record.customerEmail !== null || isPaid ? customer : null,
    customer_email: record.customerEmail,
    expires_at: record.expiresAt,
    locale: record.locale,
    metadata: { ...record.metadata },
    payment_intent: record.intent,
    payment_status: isPaid ? 'paid' : 'unpaid',
    status: record.status,
    success_url: record.successUrl,
    url: record.status === 'open' ? `${context.browserUrl()}/pay/${record.id}` : null,
  };
}

/** The fields that all sessions share. */
const UNUSED = {
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer: null,
  customer_account: null,
  customer_creation: 'if_required',
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: null,
  mode: 'payment',
  origin_context: null,
  payment_link: null,
  payment_method_collection: 'if_required',
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  submit_type: null,
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  wallet_options: null,
} satisfies Partial<Stripe.Checkout.Session>;
