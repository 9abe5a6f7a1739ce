import { randomUUID } from 'node:crypto';
import { ACCESS_TOKEN_DAYS } from '#contract/constants.ts';
import type { Language } from '#contract/language.ts';
import type { Cart, Flash, HeaderHint } from '#contract/visit.ts';
import {
  findCartSession,
  findCookie,
  formatCookie,
  type CookieLife,
  type CookieName,
} from '../platform/http/visitor-cookies.ts';
import { createFlashCookie } from './flash.ts';
import { formatHint, parseHint } from './header-hint.ts';
import { createHoldCookie } from './hold-cookie.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** After this long without a login, a browser counts as a stranger's again. */
const KNOWN_BROWSER_SECONDS = 180 * DAY_SECONDS;
/** For the hint of a cart that this request has not read. */
const HINT_SECONDS = 30 * 60;

/** A visitor's cookies as they arrived, and as this request changes them. */
export interface VisitCookies {
  readonly hint: HeaderHint;
  readonly cartSession: string | null;
  /** The access token of the session cookie. */
  readonly token: string | null;
  /** The signed tokens of a browser from which somebody has signed in, one per account, with dots between them. */
  readonly knownBrowser: string | null;
  setKnownBrowser(signedTokens: string): void;
  startCartSession(id?: string): string;
  setToken(token: string | null): void;
  setCart(cart: Cart): void;
  /** Whether the last cart's hold has expired; true once. */
  consumeEndedHold(): boolean;
  setFlash(flash: Flash): void;
  consumeFlash(): Flash | null;
  setLanguage(language: Language, isLasting: boolean): void;
  /** The `Set-Cookie` headers of a response with this status: nobody has read the message in a redirect. */
  toHeaders(status?: number): string[];
}

/**
 * Reads the cookies of a request and gathers what the response changes.
 *
 * @param isDocument whether the browser asks for a page, or a form of one, by itself: not for the data of a page
 */
export function createVisitCookies(
  header: string | null,
  isSecure: boolean,
  isDocument = true,
): VisitCookies {
  const changes = new Map<CookieName, string>();
  const set = (name: CookieName, value: string, life: Omit<CookieLife, 'isSecure'> = {}): void => {
    changes.set(name, formatCookie(name, value, { isSecure, ...life }));
  };
  const storedHint = findCookie(header, 'header', isSecure) ?? '';
  const hint = parseHint(storedHint);
  let cartSession = findCartSession(header, isSecure);
  let token = findCookie(header, 'session', isSecure);
  const holdCookie = createHoldCookie(findCookie(header, 'hold', isSecure), set);
  const flash = createFlashCookie(findCookie(header, 'flash', isSecure), set, isDocument);
  let cart: Cart | undefined;

  /** Follows cart and session; the cookie expires with the hold, so that an expired cart needs no script. */
  const updateHint = (): void => {
    const known = cartSession === null ? 0 : hint.entries;
    const entries = cart?.items.length ?? known;
    const next = formatHint({ entries, isSignedIn: token !== null });
    if (next === storedHint && (cart === undefined || next === '')) return;
    const lifetimeSeconds =
      token === null ? secondsUntil(cart?.expires_at) : ACCESS_TOKEN_DAYS * DAY_SECONDS;
    set('header', next, { maxAgeSeconds: next === '' ? 0 : lifetimeSeconds });
  };

  return {
    hint,
    get cartSession() {
      return cartSession;
    },
    get token() {
      return token;
    },
    knownBrowser: findCookie(header, 'known', isSecure),
    setKnownBrowser: (signedTokens) =>
      set('known', signedTokens, { maxAgeSeconds: KNOWN_BROWSER_SECONDS }),
    startCartSession(id = randomUUID()) {
      if (cartSession === null) set('cart_session', (cartSession = id));
      return cartSession;
    },
    setToken(next) {
      token = next;
      set('session', next ?? '', {
        maxAgeSeconds: next === null ? 0 : ACCESS_TOKEN_DAYS * DAY_SECONDS,
      });
    },
    setCart: (next) => void (cart = next),
    consumeEndedHold: () => holdCookie.consume(),
    setFlash: (next) => flash.set(next),
    consumeFlash: () => flash.consume(),
    setLanguage: (language, isLasting) =>
      set('language', language, isLasting ? { maxAgeSeconds: 365 * DAY_SECONDS } : {}),
    toHeaders(status = 200) {
      if (status < 300 || status >= 400) flash.deleteConsumed();
      updateHint();
      if (cart !== undefined) holdCookie.follow(cart);
      return [...changes.values()];
    },
  };
}

function secondsUntil(end: string | null | undefined): number {
  if (end === null || end === undefined) return HINT_SECONDS;
  return Math.max(1, Math.ceil((new Date(end).getTime() - Date.now()) / 1000));
}
