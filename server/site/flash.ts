import type { Flash } from '#contract/visit.ts';

/** A visitor can write the cookie: it stays short, and is shown as text. */
const MAX_TEXT_LENGTH = 300;

/** The cookie's value. */
export function formatFlash({ kind, text, fades }: Flash): string {
  return JSON.stringify({
    kind,
    text: text.slice(0, MAX_TEXT_LENGTH),
    ...(fades ? { fades } : {}),
  });
}

/** null: the cookie is not ours. */
export function parseFlash(value: string | null): Flash | null {
  try {
    const { kind, text, fades } = JSON.parse(value ?? 'null') as Record<string, unknown>;
    if (kind !== 'danger' && kind !== 'success' && kind !== 'info') return null;
    if (typeof text !== 'string' || text === '') return null;
    return { kind, text: text.slice(0, MAX_TEXT_LENGTH), fades: fades === true };
  } catch {
    return null;
  }
}
