// Types of what pages know of a visitor; server/edge/visit.ts finds it.

/** A message for the next page. */
export interface Flash {
  kind: 'danger' | 'success' | 'info';
  text: string;
  /** Disappears by itself (product.md 4): repeats only what the page shows elsewhere. */
  fades?: boolean;
  /** With a link to the cart. */
  toCart?: boolean;
  /** With a link to the login, which leads back here. */
  toLogin?: boolean;
}

/** The first content of the header, from the visitor's cookie: a hint that nothing depends on. */
export interface HeaderHint {
  /** Entries in the cart, 0 to 9; 9 means nine or more. */
  entries: number;
  isSignedIn: boolean;
}

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
