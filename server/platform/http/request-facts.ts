import { negotiateLanguage, type Language } from '#contract/language.ts';

/** The cookie that names the cart session for requests without JavaScript (api.md, Conventions). */
export const CART_COOKIE = 'cart_session';

/** What is read of every request once: id, language, address, token, cookie. */
export interface RequestFacts {
  requestId: string;
  language: Language;
  address: string;
  bearerToken: string | null;
  cookieSession: string | null;
}

/** Value of a cookie, null when it is not there. */
export function readCookie(header: string | null, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=');
    if (key === name) return value.join('=');
  }
  return null;
}

/** The token of `Authorization: Bearer …`; null when there is none. */
export function readBearerToken(header: string | null): string | null {
  const match = /^Bearer\s+(\S+)\s*$/i.exec(header ?? '');
  return match?.[1] ?? (header === null ? null : '');
}

/** Language of an API call: `Accept-Language`, else the configured default. */
export function apiLanguage(headers: Headers, fallback: Language): Language {
  return negotiateLanguage(headers.get('accept-language')) ?? fallback;
}

/** The cart session of the cookie, if it is a UUID. */
export function readCartCookie(headers: Headers): string | null {
  const value = readCookie(headers.get('cookie'), CART_COOKIE);
  return value !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? value : null;
}
