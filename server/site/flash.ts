import type { Flash } from '#contract/visit.ts';

/** A visitor can write the cookie: it stays short, and is shown as text. */
const MAX_TEXT_LENGTH = 300;

/**
 * The cookie's value. A message of a form that the browser sent by itself is for the next document: the page it
 * leaves may still ask for data, and must not take it.
 */
export function formatFlash({ kind, text, fades }: Flash, isForDocument: boolean): string {
  return JSON.stringify({
    kind,
    text: text.slice(0, MAX_TEXT_LENGTH),
    ...(fades ? { fades } : {}),
    ...(isForDocument ? { document: true } : {}),
  });
}

/** null: the cookie is not ours, or its message is for a document and this is none. */
export function parseFlash(value: string | null, isDocument: boolean): Flash | null {
  try {
    const { kind, text, fades, document } = JSON.parse(value ?? 'null') as Record<string, unknown>;
    if (kind !== 'danger' && kind !== 'success' && kind !== 'info') return null;
    if (typeof text !== 'string' || text === '') return null;
    if (document === true && !isDocument) return null;
    return { kind, text: text.slice(0, MAX_TEXT_LENGTH), fades: fades === true };
  } catch {
    return null;
  }
}
