import type { HeaderHint } from '#contract/visit.ts';

/** The hint of a first visit. */
export const NO_HINT: HeaderHint = { entries: 0, isSignedIn: false };

/** The cookie's value: `2u` is two entries and a user; '' is neither, as for a first visit. */
export function formatHint({ entries, isSignedIn }: HeaderHint): string {
  return (entries > 0 ? String(Math.min(9, entries)) : '') + (isSignedIn ? 'u' : '');
}

/** Parses any other value as no hint, so that there are 20 hints at most. */
export function parseHint(value: string | null): HeaderHint {
  const match = /^([1-9])?(u)?$/.exec(value ?? '');
  if (match === null) return NO_HINT;
  return { entries: Number(match[1] ?? 0), isSignedIn: match[2] !== undefined };
}
