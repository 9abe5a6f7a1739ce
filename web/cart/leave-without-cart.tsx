import { SESSION_ID } from '../platform/stored-names.ts';

/** Runs in the browser, before our scripts: who has never been here has no cart that they could find. */
function leaveWithoutCart(sessionId: string): void {
  try {
    if (localStorage.getItem(sessionId) === null) location.replace('/concerts/all');
  } catch {
    // a browser that refuses storage: requireCart (platform/guards.ts) finds out
  }
}

const script = `(${leaveWithoutCart.toString()})('${SESSION_ID}')`;

/** Sends newcomers from a shop step to the concerts at once (product.md section 2: an empty cart). */
export function LeaveWithoutCart() {
  return (
    <script
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? script : '' }}
      suppressHydrationWarning
    />
  );
}
