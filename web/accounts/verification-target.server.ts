/** Where the API verifies addresses (contract/paths.ts, verifyEmail). */
const VERIFY_PATH = /^\/api\/email\/verify\/([^/%]+)\/([^/%]+)$/;

/**
 * The target of the url in a verification link, if it is one of this API; null for any other, which must never be
 * fetched (api.md, Accounts).
 *
 * @param origins of the API, the site's own first
 */
export function findVerificationTarget(url: string | null, origins: readonly string[]) {
  const [base] = origins;
  if (!url || !URL.canParse(url, base)) return null;
  const { origin, pathname } = new URL(url, base);
  const [, id, token] = VERIFY_PATH.exec(pathname) ?? [];
  if (!origins.includes(origin) || id === undefined || token === undefined) return null;
  return { id, token };
}
