import type { SignedTokens } from './signed-tokens.ts';

/** A browser stays known to this many accounts: those of a family, or of one desk. */
const MAX_ACCOUNTS = 5;

type Purpose = 'known-browser' | 'known-office-browser';

/** The accounts that a browser's cookie names, the latest first. */
export function readKnownBrowser(
  tokens: SignedTokens,
  purpose: Purpose,
  cookie: string | null,
): number[] {
  const signedTokens = cookie?.split('.').slice(0, MAX_ACCOUNTS) ?? [];
  return signedTokens.flatMap((token) => tokens.read(purpose, token)?.id ?? []);
}

/** The cookie of a browser from which these accounts have signed in, the latest first. */
export function writeKnownBrowser(
  tokens: SignedTokens,
  purpose: Purpose,
  accountIds: number[],
): string {
  const latest = [...new Set(accountIds)].slice(0, MAX_ACCOUNTS);
  return latest.map((id) => tokens.sign(purpose, id)).join('.');
}
