// One request of a visitor as pages know it. Types only: the server makes it (server/site/visit.ts).
import type { EndpointInput, EndpointResult, OnceOptions } from './endpoint-call.ts';
import type { ResponseOf } from './endpoints.ts';
import type { Language } from './language.ts';
import type { EndpointName } from './paths.ts';

/** The cart as the server knows it (api.md, Cart). */
export type Cart = ResponseOf<'getCart'>['data'];

/** The signed-in user with the access token (api.md, Accounts): the token never goes into a page's data. */
export type User = ResponseOf<'getMe'>['data'];

/** A message for the next page. */
export interface Flash {
  kind: 'danger' | 'success' | 'info';
  text: string;
  /** Goes by itself (product.md 4): says nothing that cannot be seen elsewhere on the page. */
  fades?: boolean;
}

/** What the header shows at once, by the visitor's own cookie: a hint, which decides nothing. */
export interface HeaderHint {
  /** Entries in the cart, 0 to 9; 9 stands for more, too. */
  entries: number;
  isSignedIn: boolean;
}

/**
 * Who asks, by the cookies, and the way to the shop. Cookies that are set here go out with whatever the request
 * is answered with: a page, data, a redirect, an error.
 */
export interface Visit {
  readonly language: Language;
  readonly hint: HeaderHint;
  /** Of the cookie; null before the first ticket, and on pages that are the same for everybody. */
  readonly cartSession: string | null;
  /** The cart session, created and sent along if there is none. */
  startCartSession(): string;
  /** The cart, read once a request; null: there is no session. Fails as `load` does. */
  findCart(): Promise<Cart | null>;
  /** Takes over a cart that has just been changed: `findCart` and the header's hint follow. */
  setCart(cart: Cart): void;
  /** The signed-in user, read once a request; null: nobody, or no longer, and then the cookie goes. */
  findUser(): Promise<User | null>;
  /** Sends the session cookie. The call that gave this user has ended the session of the cookie before. */
  signIn(user: User): void;
  /** Takes over the session of a token that the previous version has stored; null: it is none, or has ended. */
  adoptToken(token: string): Promise<User | null>;
  /** Takes back the session cookie; the call `logout` ends the session itself. */
  signOut(): void;
  /** Stores a message for the page that comes after a redirect. */
  setFlash(flash: Flash): void;
  /** The message that the page before has stored, once. */
  consumeFlash(): Flash | null;
  /** Stores the language for pages without one in their path; for the browser's session unless `lasting`. */
  setLanguage(language: Language, options?: { lasting?: boolean }): void;
  /**
   * Calls the API in this process as this visitor; a failure is a value. Throws only the redirect to the login,
   * when the visitor's session has ended.
   */
  call<Name extends EndpointName>(
    name: Name,
    input: EndpointInput<Name>,
    once?: OnceOptions,
  ): Promise<EndpointResult<Name>>;
  /** The same for what a page cannot be without: throws the problem as a response for the error boundary. */
  load<Name extends EndpointName>(
    name: Name,
    input: EndpointInput<Name>,
  ): Promise<ResponseOf<Name>>;
}
