import { negotiateLanguage, type Language } from '#contract/language.ts';

/** Facts of a request that are read once: id, language, address, token, cookie. */
export interface RequestContext {
  requestId: string;
  language: Language;
  address: string;
  bearerToken: string | null;
  cookieSession: string | null;
  /** Token of a page's earlier session, which a new login ends; clients of the API have none. */
  replacedToken: string | null;
  /** The account that has signed in from this browser before, by its cookie; only pages know one. */
  browserAccountId?: number | null;
}

/** The token of `Authorization: Bearer …`; null without the header, empty for any other scheme. */
export function readBearerToken(header: string | null): string | null {
  const match = /^Bearer\s+(\S+)\s*$/i.exec(header ?? '');
  return match?.[1] ?? (header === null ? null : '');
}

/** The language of an API call: `Accept-Language`, otherwise the configured default. */
export function apiLanguage(headers: Headers, fallback: Language): Language {
  return negotiateLanguage(headers.get('accept-language')) ?? fallback;
}
