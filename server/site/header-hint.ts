import type { HeaderHint } from '#contract/visit.ts';

export const NO_HINT: HeaderHint = { entries: 0, isSignedIn: false };

/** The cookie's value: `2u` is two entries and a user; '' is nothing of both, as for newcomers. */
export function formatHint({ entries, isSignedIn }: HeaderHint): string {
  return (entries > 0 ? String(Math.min(9, entries)) : '') + (isSignedIn ? 'u' : '');
}

/** Anything else is read as no hint, so that there are 20 of them at most. */
export function parseHint(value: string | null): HeaderHint {
  const match = /^([1-9])?(u)?$/.exec(value ?? '');
  if (match === null) return NO_HINT;
  return { entries: Number(match[1] ?? 0), isSignedIn: match[2] !== undefined };
}
