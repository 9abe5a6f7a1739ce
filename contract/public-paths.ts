/**
 * The pages besides the home page that are the same for everybody (product.md 2), at three addresses: without a prefix
 * in the negotiated language, under /de and /en in that one (product.md 10).
 */
export const publicPaths = [
  'about',
  'contact',
  'impressum',
  'terms',
  'privacy',
  'accessibility',
  'concerts/all',
  'concerts/:concertId',
  'not-found',
] as const;

const names = publicPaths.join('|').replace(':concertId', '[^/.]+');
const PUBLIC = new RegExp(`^(?:/(?:de|en))?(?:/(?:${names}))?/?$`);

/** Whether a page is the same for everybody, and exists under /de and /en. */
export const isPublicPath = (pathname: string): boolean => PUBLIC.test(pathname);
