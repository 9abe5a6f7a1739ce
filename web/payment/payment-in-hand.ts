/** Names in session storage. */
const IN_HAND = 'paymentInHand';
const LAST = 'lastPayment';

// From the moment the buyer confirms until the result is known, this tab remembers the payment: a
// reload, the back button or the bank's return page then completes first and never offers a second one.
// After a refusal it is offered again; its id is kept, because the money may still arrive.

/** Id of the payment whose result is not known yet; null when there is none. */
export const paymentInHand = () => read(IN_HAND);

export function rememberPayment(paymentIntent: string): void {
  write(IN_HAND, paymentIntent);
  write(LAST, paymentIntent);
}

/** It was not paid, as far as anybody knows. */
export const forgetPayment = () => write(IN_HAND, null);

/** There is an order, or a refund. */
export function endPayment(): void {
  write(IN_HAND, null);
  write(LAST, null);
}

/** The last payment of this tab that came to nothing, once: for a cart that is empty all the same. */
export function takeLastPayment(): string | null {
  const last = read(LAST);
  write(LAST, null);
  return last;
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // without storage the server's answer to initiate still tells
  }
}
