import { invalidRequest } from '../api/failure.ts';
import {
  mergeMetadata,
  requireInteger,
  requireText,
  readGroup,
  readList,
  readText,
  type Params,
} from '../api/params.ts';
import { createId, type IntentRecord } from '../state/records.ts';
import type { State } from '../state/open-state.ts';

const MIN_AMOUNT_CENTS = 50;
const MAX_AMOUNT_CENTS = 99_999_999;

/** An intent from the parameters of `POST /v1/payment_intents`, not saved yet. */
export function createIntent(state: State, params: Params): IntentRecord {
  const id = createId('pi');
  const currency = requireText(params, 'currency').toLowerCase();
  if (currency !== 'eur') {
    throw invalidRequest(`Invalid currency: ${currency}. The sandbox knows eur.`, {
      param: 'currency',
    });
  }
  return {
    id,
    clientSecret: `${id}_secret_${createId('', 24).slice(1)}`,
    amount: checkAmount(requireInteger(params, 'amount')),
    currency,
    status: 'requires_payment_method',
    created: state.now(),
    metadata: mergeMetadata({}, params),
    description: readText(params, 'description') ?? null,
    receiptEmail: readText(params, 'receipt_email') ?? null,
    ...readTypes(params),
    paymentMethod: null,
    latestCharge: null,
    lastError: null,
    canceledAt: null,
    cancellationReason: null,
    returnUrl: readText(params, 'return_url') ?? null,
    isInBrowser: false,
  };
}

/** Rejects amounts below 50 cents and above Stripe's maximum. */
export function checkAmount(amount: number): number {
  const param = 'amount';
  if (amount < 1) {
    const message = 'This value must be greater than or equal to 1.';
    throw invalidRequest(message, { code: 'parameter_invalid_integer', param });
  }
  if (amount < MIN_AMOUNT_CENTS) {
    const message = 'Amount must be at least €0.50 eur';
    throw invalidRequest(message, { code: 'amount_too_small', param });
  }
  if (amount > MAX_AMOUNT_CENTS) {
    const message = 'Amount must be no more than €999,999.99';
    throw invalidRequest(message, { code: 'amount_too_large', param });
  }
  return amount;
}

/** Rejects `payment_method_types`, as Stripe does since 2026-09-30.endive. */
export function refuseOldTypes(params: Params): void {
  if (params['payment_method_types'] === undefined) return;
  const message =
    'The payment_method_types parameter is no longer supported. ' +
    'Use allowed_payment_method_types instead.';
  throw invalidRequest(message, {
    code: 'payment_method_types_no_longer_supported',
    param: 'payment_method_types',
  });
}

function readTypes(params: Params): Pick<IntentRecord, 'allowedTypes' | 'isAutomatic'> {
  const allowed = readList(params, 'allowed_payment_method_types');
  const automatic = readGroup(params, 'automatic_payment_methods');
  if (!allowed) return { allowedTypes: null, isAutomatic: automatic?.['enabled'] !== 'false' };
  if (automatic || params['excluded_payment_method_types'] !== undefined) {
    const message =
      'You may only specify one of these parameters: allowed_payment_method_types, ' +
      'automatic_payment_methods, excluded_payment_method_types.';
    throw invalidRequest(message, { code: 'parameters_exclusive' });
  }
  if (!allowed.includes('card')) {
    const message = 'No valid payment method types for this Payment Intent.';
    throw invalidRequest(message, { param: 'allowed_payment_method_types' });
  }
  return { allowedTypes: allowed, isAutomatic: false };
}
