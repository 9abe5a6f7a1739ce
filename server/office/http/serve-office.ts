import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { problems } from '#contract/problems.ts';
import { negotiateLanguage } from '#contract/language.ts';
import { withEncodings } from '../../site/page-cache.ts';
import { readPageForm } from '../../site/serve-page.ts';
import { toWebRequest } from '../../site/to-web-request.ts';
import {
  encodeFor,
  isSafeMethod,
  sendEncoded,
  toGetRequest,
} from '../../platform/http/cached-response.ts';
import { Problem } from '../../platform/http/problem.ts';
import { recordRefusedAccess } from '../audit/record-refused-access.ts';
import type { OfficeDeps } from '../command.ts';
import { findSession, type FoundSession } from '../staff/staff-sessions.ts';
import { createOffice, saveForm, redirectTo, type OfficeVisit } from './create-office.ts';
import { countPost } from './request-limits.ts';
import { findScreen, type Screen } from './find-screen.ts';
import type { OfficePages } from './office-build.ts';
import { createOfficeCookies, type OfficeCookies } from './office-cookies.ts';
import { createOfficeHeaders } from './create-office-headers.ts';

export interface OfficeSiteDeps extends OfficeDeps {
  pages: () => Promise<OfficePages>;
  secure: () => boolean;
  /** The visitor's address, trusted proxies considered. */
  addressOf: (peer: string, forwardedFor: string | null) => string;
}

/** Whether a path belongs to the office. */
export const isOfficePath = (pathname: string): boolean =>
  pathname === '/office' || pathname === '/office.data' || pathname.startsWith('/office/');

/** Handles a request below /office: session, origin, rights, then the page (office.md 1 and 13.3). */
export function createOfficeHandler(deps: OfficeSiteDeps) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const began = performance.now();
    const secure = deps.secure();
    const cookies = createOfficeCookies(request.headers.cookie, secure);
    const token = cookies.find('office');
    const found: FoundSession =
      token === null ? { state: 'none' } : await findSession(deps.pool, deps.env, token);
    const opened = await openOrRefuse(deps, request, cookies, found);
    const headers = (nonce: string | null) => ({
      ...createOfficeHeaders(secure, nonce),
      ...(found.state === 'valid' && isSafeMethod(request)
        ? { 'server-timing': `office;dur=${(performance.now() - began).toFixed(1)}` }
        : {}),
    });
    if (opened instanceof Response)
      return await sendPlain(response, opened, headers(null), cookies);
    const nonce = randomBytes(16).toString('base64url');
    const page = await renderPage(deps, opened, nonce);
    const all = { ...headers(nonce), ...opened.responseHeaders };
    await send(request, response, page, { headers: all, cookies });
  };
}

/** A refused request never reaches a route: some of them have no loader or action that would refuse. */
async function renderPage(
  deps: OfficeSiteDeps,
  visit: OfficeVisit,
  nonce: string,
): Promise<Response> {
  const pages = await deps.pages();
  if (visit.refusal !== null) {
    return await pages.render(...problemPage(deps, visit, visit.refusal), nonce);
  }
  const rendered = await pages.render(visit.request, createOffice(deps, visit), nonce);
  return isBareProblem(rendered)
    ? await pages.render(...problemPage(deps, visit, rendered.status), nonce)
    : rendered;
}

/** A file (CSV, PDF) that may not be read or does not exist: it has no page of its own to say so. */
function isBareProblem(response: Response): response is Response & { status: 403 | 404 } {
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') === true;
  return (response.status === 403 || response.status === 404) && !isHtml;
}

/** The page that says so, with the request and the office that it needs. */
function problemPage(
  deps: OfficeSiteDeps,
  visit: OfficeVisit,
  status: 403 | 404 | 429,
): [Request, ReturnType<typeof createOffice>] {
  const { headers, url } = visit.request;
  const request = new Request(new URL('/office/problem', url), { headers });
  return [request, createOffice(deps, { ...visit, request, refusal: status })];
}

/** A body that is too large or of another kind is refused in its status. */
async function openOrRefuse(...args: Parameters<typeof open>): Promise<Response | OfficeVisit> {
  try {
    return await open(...args);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status } = problems[error.code];
    return new Response(`${status}\n`, {
      status,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  }
}

/** Decides what a request gets: a response of its own, or the pages with the session's rights. */
async function open(
  deps: OfficeSiteDeps,
  request: IncomingMessage,
  cookies: OfficeCookies,
  found: FoundSession,
): Promise<Response | OfficeVisit> {
  const reads = isSafeMethod(request);
  const protocol = deps.secure() ? 'https' : 'http';
  const target = toWebRequest(request, protocol);
  const { pathname, search } = new URL(target.url);
  const path = pathname.replace(/\.data$/, '') + search;
  const screen = hasNul(target.url) ? null : findScreen(pathname);
  const address = deps.addressOf(
    request.socket.remoteAddress ?? '',
    target.headers.get('x-forwarded-for'),
  );
  const session = found.state === 'valid' ? found.session : null;
  const isPublic = screen?.roles === 'public';
  const isForeign = !reads && !hasOwnOrigin(request, deps.publicUrl());
  // before the body is read: a stranger sends none (office.md 13.3)
  const staffId = found.state === 'over' ? found.staffId : (session?.staff.id ?? null);
  const isStranger = session === null && !isPublic;
  if (isStranger && (reads || isForeign || staffId === null)) {
    request.resume();
    if (!isForeign) return redirectTo('/office/sign-in', path);
    await recordRefusedAccess(deps.pool, { staff: null, address }, path, 'foreign origin');
    return new Response(null, { status: 403 });
  }
  const body = reads ? undefined : await readPageForm(request);
  const webRequest = body === undefined ? target : toWebRequest(request, protocol, body);
  if (isStranger && staffId !== null) {
    await saveForm(deps, { request: webRequest, cookies }, staffId, await webRequest.formData());
    return redirectTo('/office/sign-in', path);
  }
  const wait = reads || session === null ? 0 : await countPost(deps, session.staff.id);
  const refusal = isForeign ? 403 : wait > 0 ? 429 : refusalOf(screen, session?.staff.role);
  const responseHeaders: Record<string, string> =
    wait > 0 ? { 'retry-after': String(Math.ceil(wait)) } : {};
  if (refusal === 403) {
    const reason = isForeign ? 'foreign origin' : 'role';
    const staff = session?.staff ?? null;
    await recordRefusedAccess(deps.pool, { staff, address }, path, reason);
  }
  const accepted = negotiateLanguage(request.headers['accept-language']);
  const language = session?.staff.language ?? accepted ?? deps.env.defaultLanguage;
  const isIdle = found.state === 'over' && found.isIdle;
  return {
    request: webRequest,
    session,
    isIdle,
    language,
    address,
    cookies,
    refusal,
    responseHeaders,
  };
}

/**
 * Whether a form comes from a page of the office (office.md 2.8): its `Origin` is that of the site or of the host
 * addressed, or it has none and says `Sec-Fetch-Site: same-origin`.
 */
function hasOwnOrigin({ headers }: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  const own = new URL(publicUrl);
  return origin === own.origin || origin === `${own.protocol}//${host ?? ''}`;
}

/** PostgreSQL stores no NUL, so nothing has one in its address. */
const hasNul = (url: string): boolean => url.includes('%00');

/** 404 for an unknown screen, 403 without the right to open it. */
function refusalOf(screen: Screen | null, role: string | undefined): OfficeVisit['refusal'] {
  if (screen === null) return 404;
  if (screen.roles === 'public') return null;
  return screen.roles.some((each) => each === role) ? null : 403;
}

async function sendPlain(
  response: ServerResponse,
  from: Response,
  headers: Record<string, string>,
  cookies: OfficeCookies,
): Promise<void> {
  const setCookies = cookies.toHeaders();
  response.writeHead(from.status, {
    ...headers,
    ...Object.fromEntries(from.headers),
    ...(setCookies.length === 0 ? {} : { 'set-cookie': setCookies }),
  });
  response.end(await from.text());
}

interface PageEnd {
  headers: Record<string, string>;
  cookies: OfficeCookies;
}

/** Sends a page compressed; a file (CSV, PDF) as it streams. */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  page: Response,
  { headers, cookies }: PageEnd,
): Promise<void> {
  const all = { ...Object.fromEntries(page.headers), ...headers };
  const setCookies = cookies.toHeaders();
  const isHtml = page.headers.get('content-type')?.startsWith('text/html') === true;
  if (isHtml || page.body === null || request.method === 'HEAD') {
    const body = Buffer.from(await page.arrayBuffer());
    const encoded = withEncodings({ status: page.status, headers: all, body });
    return sendEncoded(request, response, encodeFor(encoded, toGetRequest(request)), setCookies);
  }
  response.writeHead(
    page.status,
    setCookies.length === 0 ? all : { ...all, 'set-cookie': setCookies },
  );
  await pipeline(Readable.fromWeb(page.body as never), response);
}
