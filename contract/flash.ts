import type { Flash } from './visit.ts';

/** Reads the decoded value of the cookie `flash`, which a visitor can write, too; null for a value that is not ours. */
export function parseFlash(value: string | null): Flash | null {
  try {
    const { kind, text, fades, toCart } = JSON.parse(value ?? 'null') as Record<string, unknown>;
    if (kind !== 'danger' && kind !== 'success' && kind !== 'info') return null;
    if (typeof text !== 'string' || text === '') return null;
    return { kind, text, fades: fades === true, ...(toCart === true ? { toCart } : {}) };
  } catch {
    return null;
  }
}
