/** Name in session storage. */
const KEY = 'paymentInHand';

// From the moment the buyer confirms until the result is known, this tab remembers the payment: a
// reload, the back button or the bank's return page then completes first and never offers a second one.

/** Id of the payment whose result is not known yet; null when there is none. */
export function paymentInHand(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function rememberPayment(paymentIntent: string): void {
  try {
    sessionStorage.setItem(KEY, paymentIntent);
  } catch {
    // without storage the server's answer to initiate still tells
  }
}

export function forgetPayment(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // see above
  }
}
