import { paths } from '#contract/paths.ts';
import type { Invoke } from './invoke.ts';
import { Problem } from '../platform/problem.ts';
import { toProblemDto } from '../platform/http/problem-response.ts';
import { pagePath } from './page-kinds.ts';

/** Marks the address of a form that was sent again, with the second in which a cookie was set. */
const PARAM = 'cookies';
/** After this long the address stands on a page that says so, and cookies may be allowed in the meantime. */
const SENT_AGAIN_SECONDS = 10;
const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Forms whose result only a cookie leads to: tickets in the cart, delivery details, a login, the office. */
const NEEDS_COOKIE =
  /^\/(?:concerts|ticketshop|auth\/(?:login|register)|office\/(?:sign-in|invitation))(?:[/.]|$)/;

/**
 * A form that needs a cookie, from a browser that sends none: `send-again` to the address that `probeAddress` gives,
 * with a cookie set; if none arrives then, either, cookies are `blocked`.
 */
export function checkCookies({ method, url, headers }: Request): 'kept' | 'send-again' | 'blocked' {
  const { pathname, searchParams } = new URL(url);
  const isAffected = method === 'POST' && NEEDS_COOKIE.test(pagePath(pathname));
  // other clients, which send no Sec-Fetch-Site, keep what they want
  const isBrowser = headers.has('sec-fetch-site');
  if (!isAffected || !isBrowser || headers.get('cookie')) return 'kept';
  const sentAt = Number(searchParams.get(PARAM));
  return nowSeconds() - sentAt < SENT_AGAIN_SECONDS ? 'blocked' : 'send-again';
}

/** Path and query of a form's address for the second time. */
export function probeAddress(address: string): string {
  const url = new URL(address);
  url.searchParams.set(PARAM, String(nowSeconds()));
  return url.pathname + url.search;
}

/** The calls of a form: without cookies, those that change something are refused; the page still reads. */
export function requireCookies(invoke: Invoke, request: Request): Invoke {
  if (checkCookies(request) !== 'blocked') return invoke;
  return async (name, input, context, once) => {
    if (paths[name][0] === 'GET') return await invoke(name, input, context, once);
    const { language, requestId } = context;
    const refused = new Problem('cookies_blocked');
    return { response: null, problem: toProblemDto(refused, language, requestId, () => undefined) };
  };
}
