import { SESSION_ID } from '../platform/stored-names.ts';

/** Runs in the browser, before our scripts: who has never been here has no cart that they could find. */
function leaveWithoutCart(sessionId: string): void {
  try {
    if (localStorage.getItem(sessionId) === null) location.replace('/concerts/all');
  } catch {
    // a browser that refuses storage: requireCart (platform/guards.ts) finds out
  }
}

/** Sends newcomers from a shop step to the concerts at once (product.md 2: an empty cart). */
export function LeaveWithoutCart() {
  // only the server writes it
  const script = import.meta.env.SSR ? `(${leaveWithoutCart.toString()})('${SESSION_ID}')` : '';
  return <script dangerouslySetInnerHTML={{ __html: script }} suppressHydrationWarning />;
}
