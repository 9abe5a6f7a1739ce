import { createContext } from 'react-router';
import type { Language } from '#contract/language.ts';
import type { ApiClient } from './api-client.ts';

/** Settings of the server that pages need; they reach the browser with the first page. */
export interface PublicConfig {
  /** Origin of the product's API; '' is the site's own. */
  apiOrigin: string;
  /** Where the card provider's script lies; used on the payment step only. */
  stripeJsUrl: string;
}

/** What the server hands to the loaders of one request. */
export interface ServerContext {
  /** Calls the API in process, in the request's language. */
  api: ApiClient;
  language: Language;
  /** The site's public origin, e.g. `https://www.example.org`, for canonical links. */
  origin: string;
  /** For pages that cannot be cached; cached ones carry hashes instead. */
  nonce?: string;
  config: PublicConfig;
  /** The text of a built stylesheet by its address; undefined when it is not known. */
  styleOf: (href: string) => string | undefined;
  /** Takes a rendered page as text, in the place of a body that would have to be read again. */
  keepHtml: (html: string) => void;
}

export const apiContext = createContext<ServerContext>();
