import { createContext } from 'react-router';
import type { User, Visit } from '#server/edge/visit.ts';

export type { Cart, User, Visit } from '#server/edge/visit.ts';

/** What an operation of the shop gets and returns. */
export type { InputOf, OutputOf } from '#server/operations.ts';

/** Settings of the server that pages need; the first page passes them to the browser. */
export interface PublicConfig {
  /** The address of the card provider's script; used on the payment step only. */
  stripeJsUrl: string;
  /** The colour of the browser's own frame on phones. */
  themeColor: string;
}

/** Values that the server passes to the loaders of one request. */
interface ServerContext {
  /** The site's public origin, e.g. `https://www.example.org`, for canonical links. */
  origin: string;
  /** Marks our own inline scripts and styles (document.tsx). */
  nonce: string;
  /** Follows the message of an error page: names the request in the log. */
  requestIdNote: string;
  config: PublicConfig;
  /** Returns the text of a built stylesheet by its address; undefined for an unknown one. */
  styleOf: (href: string) => string | undefined;
  /** The festival's own colours as a style; '' without. */
  lookStyle: string;
  /** Receives the rendered page as text; then the response's body is empty. */
  onHtml: (html: string) => void;
  /** Logs an unexpected error with the request id. */
  onError: (error: unknown) => void;
}

/** In loaders: settings of the server and of this request. */
export const serverContext = createContext<ServerContext>();

/** In the site's loaders and actions: `context.get(shopContext)` is the visit, which has cart, user and API. */
export const shopContext = createContext<Visit>();

/** A user without secrets: the access token, and the token that changes the newsletter's preferences. */
export type PublicUser = Omit<User, 'accessToken' | 'newsletterToken'>;

/** The user for a page's data, which scripts can read (decision 12). */
export function toPublicUser(user: User): PublicUser {
  const { accessToken: _session, newsletterToken: _newsletter, ...rest } = user;
  return rest;
}
