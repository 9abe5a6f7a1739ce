/** Stands in for the site, whose address pages do not know. */
const BASE_URL = 'http://site.invalid';

/**
 * The page of the office or of the door that an address from outside leads back to; the office's first page in place of
 * any other. Resolved as a browser does: `/office/../ticketshop` is the shop.
 */
export function returnPath(to: unknown): string {
  const isPath = typeof to === 'string' && to.startsWith('/');
  if (!isPath || !URL.canParse(to, BASE_URL)) return '/office';
  const { origin, pathname, search } = new URL(to, BASE_URL);
  const isOurs = origin === BASE_URL && /^\/(?:office|door)(?:\/|$)/.test(pathname);
  return isOurs ? pathname + search : '/office';
}
