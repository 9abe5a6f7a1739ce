/** Name in session storage. */
const KEY = 'keptWithCart';

// On a shared device nothing of a guest outlives the cart (decisions.md, Pages): what is typed on the
// way to the order is kept for reloads here, and goes as soon as the cart is known to be empty.

/** Keeps a JSON value for this tab, as long as the cart has entries. */
export function keepWithCart(value: object): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(value));
  } catch {
    // A browser that refuses storage only loses the comfort of a reload.
  }
}

/** What was kept; null when nothing was. */
export function keptWithCart(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

export function dropKeptWithCart(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // see above
  }
}
