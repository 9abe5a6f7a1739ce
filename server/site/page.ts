import type { CachedResponse } from '../platform/http/cached-response.ts';

/** A rendered page or API response. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** A page or API response in memory; compressed when a request first needs that encoding. */
export interface CachedPage extends CachedResponse {
  /** The parsed body of an API response, shared by all pages that show it: do not change it. */
  readonly json: unknown;
}

/** An API response as pages read it. */
export type SharedResponse = Pick<Response, 'ok' | 'status' | 'headers' | 'json'>;
