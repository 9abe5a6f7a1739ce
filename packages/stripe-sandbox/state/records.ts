import type { ErrorBody } from '../api/failure.ts';
import { randomBytes } from 'node:crypto';

/** The states a payment intent with automatic capture can be in. */
export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

export type Metadata = Record<string, string>;

/** Amounts in cents, times in seconds since 1970, as on Stripe's wire. */
export type IntentRecord = {
  id: string;
  clientSecret: string;
  amount: number;
  currency: string;
  status: IntentStatus;
  created: number;
  metadata: Metadata;
  description: string | null;
  receiptEmail: string | null;
  allowedTypes: string[] | null;
  isAutomatic: boolean;
  paymentMethod: string | null;
  latestCharge: string | null;
  lastError: ErrorBody | null;
  canceledAt: number | null;
  cancellationReason: string | null;
  returnUrl: string | null;
  /** Confirmed by Stripe.js, which shows the authentication itself. */
  isInBrowser: boolean;
  /** The Checkout Session it belongs to: its buyer alone confirms it, on the hosted page. */
  session?: string;
};

/** A line of a Checkout Session; `unitAmount` in cents. */
export type SessionLine = { name: string; unitAmount: number; quantity: number };

export type SessionRecord = {
  id: string;
  created: number;
  expiresAt: number;
  status: 'open' | 'complete' | 'expired';
  amount: number;
  currency: string;
  lines: SessionLine[];
  metadata: Metadata;
  /** For the intent, which is made when the buyer pays. */
  intentMetadata: Metadata;
  allowedTypes: string[] | null;
  clientReference: string | null;
  customerEmail: string | null;
  locale: string | null;
  successUrl: string;
  cancelUrl: string | null;
  intent: string | null;
};

export type ChargeRecord = {
  id: string;
  intent: string;
  paymentMethod: string;
  amount: number;
  amountRefunded: number;
  currency: string;
  created: number;
  metadata: Metadata;
  status: 'succeeded' | 'pending' | 'failed';
  failureCode: string | null;
  failureMessage: string | null;
  declineCode: string | null;
  isDisputed: boolean;
};

export type RefundStatus = 'pending' | 'succeeded' | 'failed';

export type RefundRecord = {
  id: string;
  intent: string;
  charge: string;
  amount: number;
  currency: string;
  created: number;
  metadata: Metadata;
  reason: string | null;
  status: RefundStatus;
  failureReason: string | null;
};

export type DisputeRecord = {
  id: string;
  intent: string;
  charge: string;
  amount: number;
  currency: string;
  created: number;
  metadata: Metadata;
  reason: string;
  status: 'needs_response' | 'under_review' | 'appeal_under_review' | 'won' | 'lost' | 'prevented';
};

/** A card as it was given; its number is never kept, only what the sandbox makes of it. */
export type PaymentMethodRecord = {
  id: string;
  created: number;
  card: string;
  last4: string;
  expMonth: number;
  expYear: number;
  name: string | null;
};

export type EventRecord = {
  id: string;
  type: string;
  created: number;
  /** The object as it was then, as JSON. */
  object: string;
  subject: string;
  requestId: string | null;
  idempotencyKey: string | null;
  /** unwanted: the receiver has not asked for this type. */
  delivery: 'pending' | 'delivered' | 'lost' | 'unwanted';
  attempts: number;
};

export type KeyRecord = {
  id: string;
  created: number;
  fingerprint: string;
  status: number;
  body: string;
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

// Random bytes are cheaper in blocks than for each id.
let bytes = randomBytes(0);
let used = 0;

function nextByte(): number {
  if (used >= bytes.length) {
    bytes = randomBytes(4096);
    used = 0;
  }
  used += 1;
  return bytes[used - 1] ?? 0;
}

/** A random id with Stripe's prefix, such as `pi_…`, `ch_…`, `re_…`. */
export function createId(prefix: string, length = 24): string {
  let id = `${prefix}_`;
  while (id.length < prefix.length + 1 + length) id += LETTERS[nextByte() % LETTERS.length];
  return id;
}
