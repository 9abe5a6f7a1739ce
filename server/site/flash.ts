import type { Flash } from '#contract/visit.ts';
import type { SetCookie } from '../platform/http/visitor-cookies.ts';

/** A visitor can write the cookie: it stays short, and is shown as text. */
const MAX_TEXT_LENGTH = 300;
/** A message is for the next page. */
const FLASH_SECONDS = 60;

/**
 * The cookie with a message for the next page. A message of a form that the browser sent by itself is for the next
 * document: the page that is being left may still ask for data, and must not take it.
 *
 * @param stored the cookie's value
 * @param set sends the cookie
 * @param isDocument whether this request is for a page, or a form of one: not for the data of a page
 */
export function createFlashCookie(stored: string | null, set: SetCookie, isDocument: boolean) {
  let value = stored;
  let isReplaced = false;
  return {
    set(flash: Flash): void {
      isReplaced = true;
      set('flash', formatFlash(flash, isDocument), { maxAgeSeconds: FLASH_SECONDS });
    },
    /** The message, once; null if there is none for this request. */
    consume(): Flash | null {
      const found = parseFlash(value);
      if (value === null || (found?.isForDocument && !isDocument)) return null;
      value = null;
      // a message that this response sets is for the page after it
      if (!isReplaced) set('flash', '', { maxAgeSeconds: 0 });
      return found?.flash ?? null;
    },
  };
}

function formatFlash({ kind, text, fades }: Flash, isForDocument: boolean): string {
  return JSON.stringify({
    kind,
    text: text.slice(0, MAX_TEXT_LENGTH),
    ...(fades ? { fades } : {}),
    ...(isForDocument ? { document: true } : {}),
  });
}

/** null: the cookie is not ours. */
function parseFlash(value: string | null): { flash: Flash; isForDocument: boolean } | null {
  try {
    const { kind, text, fades, document } = JSON.parse(value ?? 'null') as Record<string, unknown>;
    if (kind !== 'danger' && kind !== 'success' && kind !== 'info') return null;
    if (typeof text !== 'string' || text === '') return null;
    const flash = { kind, text: text.slice(0, MAX_TEXT_LENGTH), fades: fades === true } as const;
    return { flash, isForDocument: document === true };
  } catch {
    return null;
  }
}
