import type { Flash } from './visit.ts';

/** The longest message: a cookie has limited space. */
export const MAX_FLASH_LENGTH = 300;

/**
 * Reads the decoded value of the cookie `flash`, which a visitor can write, too: null for a value that is not ours, and
 * a text that is too long is cut.
 */
export function parseFlash(value: string | null): Flash | null {
  try {
    const { kind, text, fades } = JSON.parse(value ?? 'null') as Record<string, unknown>;
    if (kind !== 'danger' && kind !== 'success' && kind !== 'info') return null;
    if (typeof text !== 'string' || text === '') return null;
    return { kind, text: text.slice(0, MAX_FLASH_LENGTH), fades: fades === true };
  } catch {
    return null;
  }
}
