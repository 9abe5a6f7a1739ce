import { parseFlash } from '#contract/flash.ts';
import type { Flash } from '#contract/visit.ts';
import type { SetCookie } from '../platform/http/visitor-cookies.ts';

/** The longest message: a cookie has limited space, and a visitor can write it, too. */
const MAX_FLASH_LENGTH = 300;
/** A message is for the next page. */
const FLASH_SECONDS = 60;

/**
 * The cookie with a message for the next page. Documents consume it here; a hydrated page does so itself
 * (web/platform/alerts.ts), as the response to a load that a newer one replaces never arrives. The message of a form
 * that the browser sent by itself is for the next document: the scripts of the current page cannot read it.
 *
 * @param stored the cookie's value
 * @param set sends the cookie
 * @param isDocument whether this request is for a page, or a form of one: not for the data of a page
 */
export function createFlashCookie(stored: string | null, set: SetCookie, isDocument: boolean) {
  let value = isDocument ? stored : null;
  let isReplaced = false;
  let isConsumed = false;
  return {
    set({ kind, text, ...rest }: Flash): void {
      isReplaced = true;
      const flash: Flash = { kind, text: text.slice(0, MAX_FLASH_LENGTH), ...rest };
      set('flash', JSON.stringify(flash), {
        maxAgeSeconds: FLASH_SECONDS,
        httpOnly: isDocument,
      });
    },
    /** The message, once; null if there is none for this request. */
    consume(): Flash | null {
      if (value === null) return null;
      const found = parseFlash(value);
      value = null;
      isConsumed = true;
      return found && { ...found, text: found.text.slice(0, MAX_FLASH_LENGTH) };
    },
    /** Deletes a consumed message, unless this response sets one for the page after it. */
    deleteConsumed(): void {
      if (isConsumed && !isReplaced) set('flash', '', { maxAgeSeconds: 0 });
    },
  };
}
