import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { negotiateLanguage } from '#contract/language.ts';
import { isSafeMethod } from '../platform/http/cached-response.ts';
import type { AddressOf } from '../platform/client-address.ts';
import { isSameSite } from './foreign-origins.ts';
import { readKnownBrowser, writeKnownBrowser } from '../platform/security/known-browser.ts';
import { randomToken } from '../platform/security/signed-tokens.ts';
import { checkCookies, probeAddress } from './cookie-probe.ts';
import { readPageForm } from './serve-page.ts';
import { toWebRequest } from './to-web-request.ts';
import { recordRefusedAccess } from '../audit/record-refused-access.ts';
import type { FoundSession, StaffSession } from '../staff/staff-sessions.ts';
import { redirectTo, saveForm, type OfficeVisit } from './create-office.ts';
import { findScreen, type Screen } from './find-screen.ts';
import type { OfficeCookies } from './office-cookies.ts';
import { countPost } from './request-limits.ts';
import type { Deps } from '../deps.ts';

export interface OfficeVisitDeps extends Deps {
  isSecure: () => boolean;
  /** The visitor's address, trusted proxies considered. */
  addressOf: AddressOf;
}

/** Decides what a request gets: a response of its own, or the pages with the session's rights. */
export async function prepareVisit(
  deps: OfficeVisitDeps,
  request: IncomingMessage,
  cookies: OfficeCookies,
  found: FoundSession,
): Promise<Response | OfficeVisit> {
  const reads = isSafeMethod(request);
  const protocol = deps.isSecure() ? 'https' : 'http';
  const target = toWebRequest(request, protocol);
  const { pathname, search } = new URL(target.url);
  const page = pathname.replace(/\.data$/, '');
  const path = page + search;
  const screen = hasNul(target.url) ? null : findScreen(pathname);
  const address = deps.addressOf(request.socket.remoteAddress ?? '', target.headers);
  const session = findUsableSession(found, !reads && page === '/office/confirm-identity');
  const isPublic = screen?.roles === 'public';
  const isForeign = !reads && !hasOwnOrigin(request, deps.publicUrl());
  // decided before the body is read: that of a stranger is not needed (office.md 13.3)
  const staffId = found.state === 'over' ? found.staffId : (session?.staff.id ?? null);
  const isStranger = session === null && !isPublic;
  if (isStranger && (reads || isForeign || staffId === null)) {
    request.resume();
    if (!isForeign) return redirectTo('/office/sign-in', path);
    await recordRefusedAccess(deps.pool, { staff: null, address }, path, 'foreign origin');
    return new Response(null, { status: 403 });
  }
  const needsCookie = !isForeign && checkCookies(target) === 'send-again';
  if (needsCookie) return sendAgain(request, target, cookies);
  const body = reads ? undefined : await readPageForm(request);
  const webRequest = body === undefined ? target : toWebRequest(request, protocol, body);
  if (isStranger && staffId !== null) {
    await saveForm(deps, { request: webRequest, cookies }, staffId, await webRequest.formData());
    return redirectTo('/office/sign-in', path);
  }
  const isCounted = !reads && session !== null && pathname !== '/office/sign-out';
  const wait = isCounted ? await countPost(deps, session.staff.id) : 0;
  const refusedStatus = isForeign ? 403 : wait > 0 ? 429 : statusFor(screen, session?.staff.role);
  const responseHeaders: Record<string, string> =
    wait > 0 ? { 'retry-after': String(Math.ceil(wait)) } : {};
  if (refusedStatus === 403) {
    const reason = isForeign ? 'foreign origin' : 'role';
    const staff = session?.staff ?? null;
    await recordRefusedAccess(deps.pool, { staff, address }, path, reason);
  }
  const signedOutLanguage =
    negotiateLanguage(request.headers['accept-language']) ?? deps.env.defaultLanguage;
  const isIdle = found.state === 'over' && found.isIdle;
  return {
    request: webRequest,
    session,
    isIdle,
    language: session?.staff.language ?? signedOutLanguage,
    signedOutLanguage,
    address,
    knownAccounts: knowBrowser(deps, cookies, session),
    cookies,
    requestId: randomUUID(),
    refusedStatus,
    responseHeaders,
  };
}

/** The browser sends the same form again, with the cookie if it keeps any. */
function sendAgain(request: IncomingMessage, { url }: Request, cookies: OfficeCookies): Response {
  request.resume();
  cookies.setBrowser(randomToken());
  return new Response(null, { status: 307, headers: { location: probeAddress(url) } });
}

/** The people who have signed in from this browser; adds the one who is signed in. */
function knowBrowser(
  { tokens }: OfficeVisitDeps,
  cookies: OfficeCookies,
  session: StaffSession | null,
): number[] {
  const ids = readKnownBrowser(tokens, 'known-office-browser', cookies.find('office-known'));
  if (session === null || session.staff.id === ids[0]) return ids;
  const all = [session.staff.id, ...ids];
  cookies.setKnown(writeKnownBrowser(tokens, 'known-office-browser', all));
  return all;
}

/** A second submission of the confirmation has the token that the first one has replaced. */
function findUsableSession(found: FoundSession, isConfirmation: boolean): StaffSession | null {
  if (found.state === 'valid') return found.session;
  return found.state === 'renewed' && isConfirmation ? found.session : null;
}

/**
 * Whether a form comes from a page of the office (office.md 2.8): its `Origin` is that of the site or of the host
 * addressed, or it has none and says `Sec-Fetch-Site: same-origin`.
 */
function hasOwnOrigin({ headers }: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  return origin === new URL(publicUrl).origin || isSameSite(origin, host ?? '', publicUrl);
}

/** PostgreSQL stores no NUL, so no page has one in its address. */
const hasNul = (url: string): boolean => url.includes('%00');

/** 404 for an unknown screen, 403 without the right to open it. */
function statusFor(screen: Screen | null, role: string | undefined): OfficeVisit['refusedStatus'] {
  if (screen === null) return 404;
  if (screen.roles === 'public') return null;
  return screen.roles.some((each) => each === role) ? null : 403;
}
