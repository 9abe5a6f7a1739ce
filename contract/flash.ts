import type { Flash } from './visit.ts';

/** Reads the decoded value of the cookie `flash`, which a visitor can write, too; null for a value that is not ours. */
export function parseFlash(value: string | null): Flash | null {
  try {
    const { kind, text, fades } = JSON.parse(value ?? 'null') as Record<string, unknown>;
    if (kind !== 'danger' && kind !== 'success' && kind !== 'info') return null;
    return typeof text === 'string' && text !== '' ? { kind, text, fades: fades === true } : null;
  } catch {
    return null;
  }
}
