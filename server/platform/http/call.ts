import type { Language } from '#contract/language.ts';
import type { EndpointName } from '#contract/paths.ts';
import type { Parsed } from '#contract/endpoints.ts';

/** Who holds the bearer token of a call. */
export interface Bearer {
  accountId: number;
  token: string;
}

/** What a route's handler is given: validated input and who asks, in which language. */
export interface Call<Name extends EndpointName> extends Parsed<Name> {
  language: Language;
  /** Signed-in customer; null for a visitor. Filled only where the endpoint names `bearer`. */
  bearer: Bearer | null;
  /** The cart session named by the HttpOnly cookie, if any. */
  cookieSession: string | null;
  /** Token of a page's earlier session, which signing in again ends; clients of the API have none. */
  replacedToken: string | null;
  /** The caller's address, behind trusted proxies the forwarded one. */
  address: string;
  /** The key of its row in `idempotent_request` while it is answered once; null without a key. */
  requestKey: Buffer | null;
  /** Headers the answer shall carry. */
  answerHeaders: Headers;
}

/** A call made by a visitor for whom a bearer is required. */
export function bearerOf(call: { bearer: Bearer | null }): Bearer {
  if (call.bearer === null) throw new Error('this endpoint must require a bearer in the contract');
  return call.bearer;
}
