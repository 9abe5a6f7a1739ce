import { invalidRequest, ApiFailure, noSuch } from '../api/failure.ts';
import { requireInteger, requireText, readGroup, readText, type Params } from '../api/params.ts';
import { createId, type PaymentMethodRecord } from '../state/records.ts';
import type { State } from '../state/open-state.ts';
import { hasValidCheckDigit, numberOfToken, TEST_CARDS } from './test-cards.ts';

/** The payment method a request names (`payment_method`) or brings (`payment_method_data[card]`). */
export function readPaymentMethod(state: State, params: Params): PaymentMethodRecord | undefined {
  const given = readText(params, 'payment_method');
  if (given !== undefined) return knownMethod(state, given) ?? methodOfToken(state, given);
  const data = readGroup(params, 'payment_method_data');
  return data ? methodOfData(state, data) : undefined;
}

function knownMethod(state: State, id: string): PaymentMethodRecord | undefined {
  return state.paymentMethods.get(id);
}

function methodOfToken(state: State, token: string): PaymentMethodRecord {
  const number = numberOfToken(token);
  if (number === undefined) throw noSuch('PaymentMethod', token, 'payment_method');
  const nextYear = new Date(state.now() * 1000).getFullYear() + 1;
  return makeMethod(state, { number, expMonth: 12, expYear: nextYear, name: null });
}

function methodOfData(state: State, data: Params): PaymentMethodRecord {
  const card = readGroup(data, 'card');
  if (readText(data, 'type') !== 'card' || !card) {
    throw invalidRequest('The sandbox takes cards only.', { param: 'payment_method_data[type]' });
  }
  const number = requireText(card, 'number').replaceAll(' ', '');
  const year = requireInteger(card, 'exp_year');
  const expYear = year < 100 ? 2000 + year : year;
  const expMonth = requireInteger(card, 'exp_month');
  refuseWrongCard(state, number, expMonth, expYear);
  const billing = readGroup(data, 'billing_details');
  const name = billing ? (readText(billing, 'name') ?? null) : null;
  return makeMethod(state, { number, expMonth, expYear, name });
}

function refuseWrongCard(state: State, number: string, month: number, year: number): void {
  const today = new Date(state.now() * 1000);
  const expired = new Date(year, month, 1) <= today;
  if (!hasValidCheckDigit(number)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  if (month < 1 || month > 12) {
    throw cardError(
      'invalid_expiry_month',
      "Your card's expiration month is invalid.",
      'exp_month',
    );
  }
  if (expired) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
}

function makeMethod(
  state: State,
  card: { number: string; expMonth: number; expYear: number; name: string | null },
): PaymentMethodRecord {
  return state.paymentMethods.save({
    id: createId('pm'),
    created: state.now(),
    // Any other number may belong to a real card: do not store it.
    card: TEST_CARDS.has(card.number) ? card.number : 'unknown',
    last4: card.number.slice(-4),
    expMonth: card.expMonth,
    expYear: card.expYear,
    name: card.name,
  });
}

function cardError(code: string, message: string, param: string): ApiFailure {
  return new ApiFailure(402, { type: 'card_error', code, message, param });
}
