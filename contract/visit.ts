import type { EndpointInput, EndpointResult, OnceOptions, ResponseOf } from './endpoints.ts';
import type { Language } from './language.ts';
import type { EndpointName } from './paths.ts';

// One request of a visitor as pages see it. Types only: server/edge/visit.ts creates it.

/** The cart as the server knows it (api.md, Cart). */
export type Cart = ResponseOf<'getCart'>['data'];

/** The logged-in user with the access token (api.md, Accounts), which never becomes part of a page's data. */
export type User = ResponseOf<'getMe'>['data'];

/** A message for the next page. */
export interface Flash {
  kind: 'danger' | 'success' | 'info';
  text: string;
  /** Disappears by itself (product.md 4): repeats only what the page shows elsewhere. */
  fades?: boolean;
  /** With a link to the cart. */
  toCart?: boolean;
  /** With a link to the login, which leads back here. */
  toLogin?: boolean;
}

/** The first content of the header, from the visitor's cookie: a hint that nothing depends on. */
export interface HeaderHint {
  /** Entries in the cart, 0 to 9; 9 means nine or more. */
  entries: number;
  isSignedIn: boolean;
}

/**
 * The visitor, known by cookies, and access to the API. Cookies set here are sent with any response: a page,
 * data, a redirect, an error.
 */
export interface Visit {
  readonly language: Language;
  readonly hint: HeaderHint;
  /** From the cookie; null before the first ticket, and on pages that are the same for all visitors. */
  readonly cartSession: string | null;
  /**
   * Returns the cart session's id. If there is none, creates one (of `id` if it has held something) and sends its
   * cookie.
   */
  startCartSession(id?: string): string;
  /** The cart, read once a request; null without a session. Throws as `load` does. */
  findCart(): Promise<Cart | null>;
  /** Sets a cart that has just changed, for `findCart` and the header's hint. */
  setCart(cart: Cart): void;
  /** Whether the visitor's last cart has expired; true once. */
  consumeEndedHold(): boolean;
  /** The logged-in user, read once a request; null if there is none. Deletes the cookie of an ended session. */
  findUser(): Promise<User | null>;
  /** Sends the session cookie. The call that returned this user has ended the previous session. */
  signIn(user: User): void;
  /** Deletes the session cookie; the call `logout` ends the session itself. */
  signOut(): void;
  /** Signs out, and creates the redirect to the login with the message that the session has ended; it leads back. */
  leaveForLogin(): Response;
  /** Stores a message for the page after a redirect. */
  setFlash(flash: Flash): void;
  /** Returns and deletes the stored message; null in requests for data, where the page consumes it itself. */
  consumeFlash(): Flash | null;
  /** Stores the language for pages without one in their path; for the browser's session unless `isLasting`. */
  setLanguage(language: Language, options?: { isLasting?: boolean }): void;
  /**
   * Calls the API in this process as this visitor; a failure is a value. Throws only the redirect to the login,
   * when the visitor's session has ended.
   */
  call<Name extends EndpointName>(
    name: Name,
    input: EndpointInput<Name>,
    once?: OnceOptions,
  ): Promise<EndpointResult<Name>>;
  /** Reads data that a page needs: throws a problem as a response for the error boundary. */
  load<Name extends EndpointName>(
    name: Name,
    input: EndpointInput<Name>,
  ): Promise<ResponseOf<Name>>;
}

/** Reads the decoded value of the cookie `flash`, which a visitor can write, too; null for a value that is not ours. */
export function parseFlash(value: string | null): Flash | null {
  try {
    const { kind, text, fades, toCart } = JSON.parse(value ?? 'null') as Record<string, unknown>;
    if (kind !== 'danger' && kind !== 'success' && kind !== 'info') return null;
    if (typeof text !== 'string' || text === '') return null;
    return { kind, text, fades: fades === true, ...(toCart === true ? { toCart } : {}) };
  } catch {
    return null;
  }
}
