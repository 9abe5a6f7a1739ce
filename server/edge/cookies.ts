import { randomUUID } from 'node:crypto';
import { ACCESS_TOKEN_DAYS } from '#contract/constants.ts';
import type { Language } from '#contract/language.ts';
import { parseFlash, type Flash, type HeaderHint } from '#contract/visit.ts';
import { parse, serialize } from 'hono/utils/cookie';
import type { OfficeFlash } from '#contract/office/office.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** After this long without a login, a browser counts as a stranger's again. */
const KNOWN_BROWSER_SECONDS = 180 * DAY_SECONDS;
/** What cookies follow of a cart. */
interface Cart {
  /** ISO 8601; null while it is empty. */
  expiresAt: string | null;
  items: readonly unknown[];
}

/** For the hint of a cart that this request has not read. */
const HINT_SECONDS = 30 * 60;

/** A visitor's cookies as they arrived, and as this request changes them. */
export type VisitCookies = ReturnType<typeof createVisitCookies>;

/**
 * Reads the cookies of a request and gathers what the response changes.
 *
 * @param isDocument whether the browser asks for a page, or a form of one, by itself: not for the data of a page
 */
export function createVisitCookies(header: string | null, isSecure: boolean, isDocument = true) {
  const { set, changes } = collectCookies(isSecure);
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
      token === null ? secondsUntil(cart?.expiresAt) : ACCESS_TOKEN_DAYS * DAY_SECONDS;
    set('header', next, { maxAgeSeconds: next === '' ? 0 : lifetimeSeconds });
  };

  return {
    hint,
    get cartSession() {
      return cartSession;
    },
    /** The access token of the session cookie. */
    get token() {
      return token;
    },
    /** The signed tokens of a browser from which somebody has signed in, one per account, with dots between them. */
    knownBrowser: findCookie(header, 'known', isSecure),
    setKnownBrowser: (signedTokens: string) =>
      set('known', signedTokens, { maxAgeSeconds: KNOWN_BROWSER_SECONDS }),
    startCartSession(id: string = randomUUID()) {
      if (cartSession === null) set('cart_session', (cartSession = id));
      return cartSession;
    },
    setToken(next: string | null) {
      token = next;
      set('session', next ?? '', {
        maxAgeSeconds: next === null ? 0 : ACCESS_TOKEN_DAYS * DAY_SECONDS,
      });
    },
    setCart: (next: Cart) => void (cart = next),
    consumeEndedHold: () => holdCookie.consume(),
    setFlash: (next: Flash) => flash.set(next),
    consumeFlash: () => flash.consume(),
    setLanguage: (language: Language, isLasting: boolean) =>
      set('language', language, isLasting ? { maxAgeSeconds: 365 * DAY_SECONDS } : {}),
    /** The `Set-Cookie` headers of a response with this status: nobody has read the message in a redirect. */
    toHeaders(status = 200): string[] {
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

/** The longest message: a cookie has limited space, and a visitor can write it, too. */
const MAX_FLASH_LENGTH = 300;
/** A message is for the next page. */
const FLASH_SECONDS = 60;

/**
 * The cookie with a message for the next page. Documents consume it here; a hydrated page does so itself
 * (web/platform/alerts.ts), as the response to a load that a newer one replaces never arrives. The message of a form
 * that the browser sent by itself is for the next document: the scripts of the current page cannot read it.
 *
 * @param stored the cookie's value
 * @param set sends the cookie
 * @param isDocument whether this request is for a page, or a form of one: not for the data of a page
 */
function createFlashCookie(stored: string | null, set: SetCookie, isDocument: boolean) {
  let value = isDocument ? stored : null;
  let isReplaced = false;
  let isConsumed = false;
  return {
    set({ kind, text, ...rest }: Flash): void {
      isReplaced = true;
      const flash: Flash = { kind, text: text.slice(0, MAX_FLASH_LENGTH), ...rest };
      set('flash', JSON.stringify(flash), {
        maxAgeSeconds: FLASH_SECONDS,
        httpOnly: isDocument,
      });
    },
    /** The message, once; null if there is none for this request. */
    consume(): Flash | null {
      if (value === null) return null;
      const found = parseFlash(value);
      value = null;
      isConsumed = true;
      return found && { ...found, text: found.text.slice(0, MAX_FLASH_LENGTH) };
    },
    /** Deletes a consumed message, unless this response sets one for the page after it. */
    deleteConsumed(): void {
      if (isConsumed && !isReplaced) set('flash', '', { maxAgeSeconds: 0 });
    },
  };
}

/** The hint of a first visit. */
const NO_HINT: HeaderHint = { entries: 0, isSignedIn: false };

/** The cookie's value: `2u` is two entries and a user; '' is neither, as for a first visit. */
export function formatHint({ entries, isSignedIn }: HeaderHint): string {
  return (entries > 0 ? String(Math.min(9, entries)) : '') + (isSignedIn ? 'u' : '');
}

/** Parses any other value as no hint, so that there are 20 hints at most. */
export function parseHint(value: string | null): HeaderHint {
  const match = /^([1-9])?(u)?$/.exec(value ?? '');
  if (match === null) return NO_HINT;
  return { entries: Number(match[1] ?? 0), isSignedIn: match[2] !== undefined };
}

/** How long an ended hold is reported. */
const HOLD_COOKIE_SECONDS = DAY_SECONDS;

/**
 * The cookie that stores the end of the cart's hold: an empty cart and an end in the past mean that the hold has
 * expired.
 *
 * @param stored the cookie's value
 * @param set sends the cookie
 */
function createHoldCookie(stored: string | null, set: SetCookie) {
  let end = stored;
  const isPast = () => end !== null && new Date(end).getTime() <= Date.now();
  const change = (next: string | null): void => {
    if (next === end) return;
    end = next;
    set('hold', next ?? '', { maxAgeSeconds: next === null ? 0 : HOLD_COOKIE_SECONDS });
  };
  return {
    /** A cart that is emptied before its hold expires has not expired. */
    follow({ expiresAt: next }: Cart): void {
      if (next !== null || !isPast()) change(next);
    },
    /** Whether the hold has expired; true once. */
    consume(): boolean {
      const hasEnded = isPast();
      if (hasEnded) change(null);
      return hasEnded;
    },
  };
}

/**
 * `office`: the session. `office-browser`: recognizes the browser whose entries were stored, or whose form is sent
 * again. `office-known`: the people who have signed in here, signed.
 */
type OfficeCookieName = 'office' | 'office-browser' | 'office-known' | 'office-flash';

const BROWSER_SECONDS = DAY_SECONDS;

/** The office's cookies of one request, and the `Set-Cookie` headers of its response. */
export type OfficeCookies = ReturnType<typeof createOfficeCookies>;

/** `isSecure`: the site is on https. */
export function createOfficeCookies(header: string | undefined, isSecure: boolean) {
  const { set, changes } = collectCookies(isSecure);
  const find = (name: OfficeCookieName) => findCookie(header, name, isSecure);
  return {
    find,
    setSession: (token: string | null) =>
      set('office', token ?? '', token === null ? { maxAgeSeconds: 0 } : {}),
    setBrowser: (token: string) => set('office-browser', token, { maxAgeSeconds: BROWSER_SECONDS }),
    setKnown: (signedTokens: string) =>
      set('office-known', signedTokens, { maxAgeSeconds: KNOWN_BROWSER_SECONDS }),
    setFlash: (flash: OfficeFlash) =>
      set('office-flash', JSON.stringify(flash), { maxAgeSeconds: FLASH_SECONDS }),
    /** Returns the previous page's message and deletes it. */
    consumeFlash(): OfficeFlash | null {
      const stored = find('office-flash');
      if (stored !== null && !changes.has('office-flash'))
        set('office-flash', '', { maxAgeSeconds: 0 });
      return parseOfficeFlash(stored);
    },
    toHeaders: () => [...changes.values()],
  };
}

/** The browser controls the cookie, so its text is shown as plain text, and its undo is a form like any other. */
function parseOfficeFlash(value: string | null): OfficeFlash | null {
  try {
    const { text, undo } = JSON.parse(value ?? 'null') as Partial<OfficeFlash>;
    if (typeof text !== 'string') return null;
    const isForm = typeof undo?.path === 'string' && /^\/office(\/|$)/.test(undo.path);
    return { text, ...(isForm ? { undo } : {}) };
  } catch {
    return null;
  }
}

/** Marks the address of a form that was sent again, with the second in which a cookie was set. */
const PARAM = 'cookies';
/** After this long the address stands on a page that says so, and cookies may be allowed in the meantime. */
const SENT_AGAIN_SECONDS = 10;
const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Forms whose result only a cookie leads to, also as data: tickets in the cart, details, a login, the office. */
const NEEDS_COOKIE =
  /^\/(?:concerts|ticketshop|auth\/(?:login|register)|office\/(?:sign-in|invitation))(?:[/.]|$)/;

/**
 * A form that needs a cookie, from a browser that sends none: `send-again` with a cookie set (`sendAgain`); if none
 * arrives then, either, cookies are `blocked`.
 */
export function checkCookies({ method, url, headers }: Request): 'kept' | 'send-again' | 'blocked' {
  const { pathname, searchParams } = new URL(url);
  const isAffected = method === 'POST' && NEEDS_COOKIE.test(pathname);
  // other clients, which send no Sec-Fetch-Site, keep what they want
  const isBrowser = headers.has('sec-fetch-site');
  if (!isAffected || !isBrowser || headers.get('cookie')) return 'kept';
  const sentAt = Number(searchParams.get(PARAM));
  return nowSeconds() - sentAt < SENT_AGAIN_SECONDS ? 'blocked' : 'send-again';
}

/** The browser sends the same form again, with the cookie of this response if it keeps any. */
export function sendAgain(address: string): Response {
  const url = new URL(address);
  url.searchParams.set(PARAM, String(nowSeconds()));
  return new Response(null, { status: 307, headers: { location: url.pathname + url.search } });
}

/** Cookies of a visitor; each is needed for something that the visitor has chosen. And those of the office. */
export type CookieName =
  | OfficeCookieName
  | 'cart_session'
  | 'session'
  | 'known'
  | 'header'
  | 'hold'
  | 'flash'
  | 'language';

/** Gathers the cookies of a response by name; an empty value and 0 seconds delete one. */
function collectCookies(isSecure: boolean) {
  const changes = new Map<CookieName, string>();
  const set = (name: CookieName, value: string, life: Omit<CookieLife, 'isSecure'> = {}): void => {
    changes.set(name, formatCookie(name, value, { isSecure, ...life }));
  };
  return { changes, set };
}

type SetCookie = ReturnType<typeof collectCookies>['set'];

/** Cookies that identify a visitor; on https no other host of the domain can set them. */
const HOST_ONLY: ReadonlySet<string> = new Set<CookieName>(['cart_session', 'session', 'known']);

const fullName = (name: CookieName, isSecure: boolean) =>
  isSecure && (HOST_ONLY.has(name) || name.startsWith('office')) ? `__Host-${name}` : name;

/** The value of one of our cookies; null without it. `isSecure`: the site is on https. */
export function findCookie(
  header: string | null | undefined,
  name: CookieName,
  isSecure: boolean,
): string | null {
  const found = fullName(name, isSecure);
  return header ? (parse(header, found)[found] ?? null) : null;
}

export interface CookieLife {
  isSecure: boolean;
  /** 0 deletes it; unless given, it lasts as long as the browser's session. */
  maxAgeSeconds?: number;
  /** false: scripts of the page can read it. */
  httpOnly?: boolean;
}

/** Formats a `Set-Cookie` header. */
export function formatCookie(name: CookieName, value: string, life: CookieLife): string {
  return serialize(fullName(name, life.isSecure), value, {
    path: '/',
    httpOnly: life.httpOnly ?? true,
    sameSite: 'Lax',
    secure: life.isSecure,
    ...(life.maxAgeSeconds === undefined ? {} : { maxAge: life.maxAgeSeconds }),
  });
}

/** The cart session of the cookie; null unless it is a UUID (api.md, Delivery details). */
export function findCartSession(
  header: string | null | undefined,
  isSecure: boolean,
): string | null {
  const value = findCookie(header, 'cart_session', isSecure);
  return value !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? value : null;
}
