import { createContext } from 'react-router';
import type { SiteContext } from '#server/edge/site-build.ts';
import type { User, Visit } from '#server/edge/visit.ts';

export type { Cart, User, Visit } from '#server/edge/visit.ts';

/** What an operation of the shop gets and returns. */
export type { InputOf, OutputOf } from '#server/operations.ts';

/** Settings of the server that pages need; the first page passes them to the browser. */
export type PublicConfig = SiteContext['config'];

/** In loaders: settings of the server and of this request. */
export const serverContext = createContext<SiteContext>();

/** In the site's loaders and actions: `context.get(shopContext)` is the visit, which has cart, user and API. */
export const shopContext = createContext<Visit>();

/** A user without secrets: the access token, and the token that changes the newsletter's preferences. */
export type PublicUser = Omit<User, 'accessToken' | 'newsletterToken'>;

/** The user for a page's data, which scripts can read (decision 12). */
export function toPublicUser(user: User): PublicUser {
  const { accessToken: _session, newsletterToken: _newsletter, ...rest } = user;
  return rest;
}
