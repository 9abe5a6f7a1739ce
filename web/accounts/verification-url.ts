import { isOwnUrl } from '../platform/api.ts';

/** Where the API verifies addresses (contract/paths.ts, verifyEmail). */
const PLACE = /^\/api\/email\/verify\/[^/]+\/[^/]+$/;

/**
 * The url a verification link carries, if it is one of this API that verifies; null for any other, which
 * must never be fetched (api.md, Accounts).
 */
export function verificationUrl(given: string | null): string | null {
  if (given === null || given === '' || !isOwnUrl(given)) return null;
  const { pathname } = new URL(given, window.location.origin);
  return PLACE.test(pathname) ? given : null;
}
