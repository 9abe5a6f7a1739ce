import { parse, serialize } from 'hono/utils/cookie';

/** Cookies of a visitor; each is needed for something that the visitor has chosen. */
export type CookieName =
  | 'cart_session'
  | 'session'
  | 'known'
  | 'header'
  | 'hold'
  | 'flash'
  | 'language';

/** Adds a cookie to the response; an empty value and 0 seconds delete it. */
export type SetCookie = (
  name: CookieName,
  value: string,
  life: { maxAgeSeconds: number; httpOnly?: boolean },
) => void;

/** Cookies that identify a visitor; on https no other host of the domain can set them. */
const HOST_ONLY: ReadonlySet<CookieName> = new Set<CookieName>([
  'cart_session',
  'session',
  'known',
]);

const fullName = (name: CookieName, isSecure: boolean) =>
  isSecure && HOST_ONLY.has(name) ? `__Host-${name}` : name;

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
