import type { Cart } from '#contract/visit.ts';
import type { SetCookie } from '../platform/http/visitor-cookies.ts';

/** How long an ended hold is reported. */
const HOLD_COOKIE_SECONDS = 24 * 60 * 60;

/**
 * The cookie that stores the end of the cart's hold: an empty cart and an end in the past mean that the hold has
 * expired.
 *
 * @param stored the cookie's value
 * @param set sends the cookie
 */
export function createHoldCookie(stored: string | null, set: SetCookie) {
  let end = stored;
  const isPast = () => end !== null && new Date(end).getTime() <= Date.now();
  const change = (next: string | null): void => {
    if (next === end) return;
    end = next;
    set('hold', next ?? '', { maxAgeSeconds: next === null ? 0 : HOLD_COOKIE_SECONDS });
  };
  return {
    /** A cart that is emptied before its hold expires has not expired. */
    follow({ expires_at: next }: Cart): void {
      if (next !== null || !isPast()) change(next);
    },
    /** Whether the hold has expired; true once. */
    consume(): boolean {
      const hasEnded = isPast();
      if (hasEnded) change(null);
      return hasEnded;
    },
  };
}
