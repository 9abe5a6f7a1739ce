import { createContext, use } from 'react';

/**
 * Marks the inline scripts and styles that we write while the server renders a page: it allows exactly these by their
 * hashes and removes the mark (server/edge/pages.ts). Undefined in the browser.
 */
export const NonceContext = createContext<string | undefined>(undefined);

/** The nonce of this response; undefined in the browser. */
export const useNonce = (): string | undefined => use(NonceContext);
