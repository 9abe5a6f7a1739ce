import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { Language } from '#contract/language.ts';
import type { EndpointName } from '#contract/paths.ts';
import type { Parsed } from '#contract/endpoints.ts';

/** Context of a request that is read once: id, language, address, token, cookie. */
export interface RequestContext {
  requestId: string;
  language: Language;
  /** The client's address; behind trusted proxies the forwarded one. */
  address: string;
  bearerToken: string | null;
  /** The cart session named by the HttpOnly cookie, if any. */
  cookieSession: string | null;
  /** Token of a page's earlier session, which a new login ends; clients of the API have none. */
  replacedToken: string | null;
  /** The accounts that have signed in from this browser before, by its cookie; only pages know them. */
  browserAccountIds?: number[];
}

/** The account of a bearer token, and the token. */
export interface Bearer {
  accountId: number;
  token: string;
}

/** The part of its request's context that a route's handler gets. */
type CallContext = Pick<RequestContext, 'language' | 'address' | 'cookieSession' | 'replacedToken'>;

/** The argument of a route's handler: validated input, and who sent it in which language. */
export interface Call<Name extends EndpointName> extends Parsed<Name>, CallContext {
  /** The signed-in customer; null for a visitor, and where the endpoint names no `bearer`. */
  bearer: Bearer | null;
  /** The key of its row in `idempotent_request`; null without an `Idempotency-Key`. */
  requestKey: Buffer | null;
  /** Headers of the response. */
  responseHeaders: Headers;
}

/** The bearer of an endpoint that requires one. */
export function bearerOf(call: { bearer: Bearer | null }): Bearer {
  if (call.bearer === null) throw new Error('this endpoint must require a bearer in the contract');
  return call.bearer;
}

/** Whether a browser opens the address: its `Accept` names HTML first. Clients of the API get JSON. */
export function isFromBrowser(c: Context): boolean {
  const supports = ['application/json', 'text/html'];
  return accepts(c, { header: 'Accept', supports, default: 'application/json' }) === 'text/html';
}
