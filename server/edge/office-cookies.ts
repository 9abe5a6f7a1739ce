import { parse, serialize } from 'hono/utils/cookie';
import type { OfficeFlash } from '#contract/office/office.ts';

/**
 * `office`: the session. `office-browser`: recognizes the browser whose entries were stored, or whose form is sent
 * again. `office-known`: the people who have signed in here, signed.
 */
type Name = 'office' | 'office-browser' | 'office-known' | 'office-flash';

/** A message is for the next page; its undo lasts 10 minutes, on that page only. */
const FLASH_SECONDS = 60;
const BROWSER_SECONDS = 24 * 60 * 60;
const KNOWN_SECONDS = 180 * 24 * 60 * 60;

/** The office's cookies of one request, and the `Set-Cookie` headers of its response. */
export interface OfficeCookies {
  find(name: Name): string | null;
  setSession(token: string | null): void;
  setBrowser(token: string): void;
  setKnown(signedTokens: string): void;
  setFlash(flash: OfficeFlash): void;
  /** Returns the previous page's message and deletes it. */
  consumeFlash(): OfficeFlash | null;
  toHeaders(): string[];
}

/** `isSecure`: the site is on https. */
export function createOfficeCookies(header: string | undefined, isSecure: boolean): OfficeCookies {
  const changes = new Map<Name, string>();
  const fullName = (name: Name) => (isSecure ? `__Host-${name}` : name);
  const set = (name: Name, value: string, maxAge?: number): void => {
    const life = maxAge === undefined ? {} : { maxAge };
    const options = {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure: isSecure,
      ...life,
    } as const;
    changes.set(name, serialize(fullName(name), value, options));
  };
  const find = (name: Name) => {
    const full = fullName(name);
    return header === undefined ? null : (parse(header, full)[full] ?? null);
  };
  return {
    find,
    setSession: (token) => (token === null ? set('office', '', 0) : set('office', token)),
    setBrowser: (token) => set('office-browser', token, BROWSER_SECONDS),
    setKnown: (signedTokens) => set('office-known', signedTokens, KNOWN_SECONDS),
    setFlash: (flash) => set('office-flash', JSON.stringify(flash), FLASH_SECONDS),
    consumeFlash() {
      const flash = parseFlash(find('office-flash'));
      if (find('office-flash') !== null && !changes.has('office-flash')) set('office-flash', '', 0);
      return flash;
    },
    toHeaders: () => [...changes.values()],
  };
}

/** The browser controls the cookie, so its text is shown as plain text, and its undo is a form like any other. */
function parseFlash(value: string | null): OfficeFlash | null {
  try {
    const { text, undo } = JSON.parse(value ?? 'null') as Partial<OfficeFlash>;
    if (typeof text !== 'string') return null;
    const isForm = typeof undo?.path === 'string' && /^\/office(\/|$)/.test(undo.path);
    return { text, ...(isForm ? { undo } : {}) };
  } catch {
    return null;
  }
}
