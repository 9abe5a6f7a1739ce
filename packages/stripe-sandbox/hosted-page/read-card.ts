import { ApiFailure } from '../api/failure.ts';
import { readPaymentMethod } from '../payments/payment-method.ts';
import type { State } from '../state/open-state.ts';
import type { PaymentMethodRecord } from '../state/records.ts';

/** The card fields as typed. */
export type CardEntries = { number: string; expiry: string; cvc: string };
/** Error messages by field. */
export type CardErrors = Partial<Record<keyof CardEntries, string>>;

/** The entries of a posted form. */
export function readEntries(form: URLSearchParams): CardEntries {
  const read = (name: string): string => form.get(name)?.slice(0, 40) ?? '';
  return { number: read('number'), expiry: read('expiry'), cvc: read('cvc') };
}

/** The payment method of these entries, or their errors. */
export function readCard(
  state: State,
  entries: CardEntries,
): { method: PaymentMethodRecord } | { errors: CardErrors } {
  const number = digitsOf(entries.number);
  const [, month = '', year = ''] =
    /^(\d{1,2})\D+(\d{2}|\d{4})$/.exec(withSlash(entries.expiry)) ?? [];
  const cvc = digitsOf(entries.cvc);
  const errors: CardErrors = {
    ...(number.length < 15 ? { number: 'Your card number is incomplete.' } : {}),
    ...(year === '' ? { expiry: "Your card's expiration date is incomplete." } : {}),
    ...(cvc.length < 3 ? { cvc: "Your card's security code is incomplete." } : {}),
  };
  if (Object.keys(errors).length > 0) return { errors };
  const card = { number, exp_month: month, exp_year: year, cvc };
  try {
    const method = readPaymentMethod(state, { payment_method_data: { type: 'card', card } });
    return method ? { method } : { errors: { number: 'Your card number is invalid.' } };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return { errors: { [error.body.param === 'number' ? 'number' : 'expiry']: error.message } };
  }
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Accepts '1234' as '12/34'. */
function withSlash(expiry: string): string {
  const text = expiry.trim();
  return /^\d{4}$/.test(text) ? `${text.slice(0, 2)}/${text.slice(2)}` : text;
}
