import type { RouteConfigEntry } from '@react-router/dev/routes';

/**
 * The routes with case-sensitive paths, as the server's rules for paths are: React Router alone would show
 * /Ticketshop/Payment, which page-kinds.ts does not know, without the headers of that page.
 */
export const requireSameCase = (routes: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  routes.map(({ children, ...route }) => ({
    ...route,
    caseSensitive: true,
    ...(children === undefined ? {} : { children: requireSameCase(children) }),
  }));
