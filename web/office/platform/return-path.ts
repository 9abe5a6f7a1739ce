/** Placeholder for the site's origin, which pages do not know. */
const BASE_URL = 'http://site.invalid';

/**
 * The page of the office or of the door that an address from outside returns to; otherwise the office's first page.
 * Resolved as a browser does: `/office/../ticketshop` is the shop.
 */
export function returnPath(to: unknown): string {
  const isPath = typeof to === 'string' && to.startsWith('/');
  if (!isPath || !URL.canParse(to, BASE_URL)) return '/office';
  const { origin, pathname, search } = new URL(to, BASE_URL);
  const isOurs = origin === BASE_URL && /^\/(?:office|door)(?:\/|$)/.test(pathname);
  return isOurs ? pathname + search : '/office';
}
