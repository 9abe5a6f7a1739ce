import type { CachedResponse } from '../platform/http/cached-response.ts';

/** A rendered answer of the site. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** A page or answer in memory; compressed when somebody first asks for that form. */
export interface CachedPage extends CachedResponse {
  /** What an answer of the API says, read once for all pages that show it; nobody may change it. */
  readonly json: unknown;
}

/** An answer as far as a page reads it. */
export type SharedResponse = Pick<Response, 'ok' | 'status' | 'headers' | 'json'>;
