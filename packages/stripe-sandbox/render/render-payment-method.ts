import type { Stripe } from 'stripe';
import { cardOf } from '../payments/test-cards.ts';
import type { PaymentMethodRecord } from '../state/records.ts';

const CHECKS = {
  address_line1_check: null,
  address_postal_code_check: null,
  cvc_check: 'pass',
} as const;

/** A payment method as the API shows it. */
export function renderPaymentMethod(record: PaymentMethodRecord): Stripe.PaymentMethod {
  const { brand } = cardOf(record.card);
  return {
    id: record.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: renderBilling(record),
    card: {
      brand,
      checks: CHECKS,
      country: 'DE',
      display_brand: brand,
      exp_month: record.expMonth,
      exp_year: record.expYear,
      funding: 'credit',
      generated_from: null,
      last4: record.last4,
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: record.created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

/** The part of a charge that tells the card. */
export function renderCardDetails(
  record: PaymentMethodRecord,
  amount: number,
): Stripe.Charge.PaymentMethodDetails {
  const { brand } = cardOf(record.card);
  return {
    type: 'card',
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand,
      checks: CHECKS,
      country: 'DE',
      electronic_commerce_indicator: null,
      exp_month: record.expMonth,
      exp_year: record.expYear,
      funding: 'credit',
      installments: null,
      last4: record.last4,
      mandate: null,
      network: brand,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

/** Billing details: the sandbox asks for the card only. */
export function renderBilling(record: PaymentMethodRecord | undefined): {
  address: { [part: string]: null } & Stripe.Address;
  email: null;
  name: string | null;
  phone: null;
  tax_id: null;
} {
  const address = {
    city: null,
    country: null,
    line1: null,
    line2: null,
    postal_code: null,
    state: null,
  };
  return { address, email: null, name: record?.name ?? null, phone: null, tax_id: null };
}
