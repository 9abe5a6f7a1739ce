import { paths } from '#contract/paths.ts';

/** Paths of the API that stand in no endpoint of the contract. */
const others: readonly [string, RegExp][] = [
  ['GET', /^\/concert\/(?:[^/]+\/)?calendar\.ics$/],
  ['GET', /^\/documents\/[^/]+$/],
  ['POST', /^\/payment\/webhook$/],
  ['GET', /^\/(?:healthz|readyz|metrics)$/],
  ['GET', /^\/(?:sitemap\.xml|robots\.txt|site\.webmanifest)$/],
  ['GET', /^\/dev\/mail(?:\/.*)?$/],
];

const patterns: [string, RegExp][] = Object.values(paths).map(([method, path]) => [
  method,
  // `PUT /:id` takes integers only; any other parameter takes any one segment
  new RegExp(`^${path === '/:id' ? '/[0-9]+' : path.replaceAll(/:\w+/g, '[^/]+')}$`),
]);

/**
 * Whether the API answers a request: its own paths, everything under /api/, whatever is not a read, and
 * the preflight of all that. The rest is the site's.
 */
export const apiPaths = {
  match(method: string, pathname: string): boolean {
    if (pathname.startsWith('/api/')) return true;
    const wanted = method === 'HEAD' ? 'GET' : method;
    if ([...patterns, ...others].some(([m, pattern]) => m === wanted && pattern.test(pathname)))
      return true;
    return method === 'OPTIONS' || method === 'PUT' || method === 'DELETE' || method === 'PATCH';
  },
};
