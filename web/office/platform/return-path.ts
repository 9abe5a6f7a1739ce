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

/**
 * The page that a file of the office belongs to, with the same query; null for the path of a page. A list is the path
 * of its page with an ending, `export.json` lies below the page of the person.
 */
export function findPageOfFile(path: string): string | null {
  const { pathname, search } = new URL(path, BASE_URL);
  const page = pathname.replace(/(?:\/export\.json|\.(?:csv|pdf))$/, '');
  return page === pathname ? null : page + search;
}
