import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { screens, type ScreenRoles } from '#contract/office/screens.ts';
import { isPreviewPath, PROBLEM_PATH } from '#contract/paths.ts';
import { responseTexts } from '#messages/responses.ts';
import { withEncodings, isSafeMethod, toResponse } from './page-cache.ts';
import { errorCode } from '../platform/errors.ts';
import { Problem } from '../platform/problem.ts';
import { toWebRequest, type Connection } from './request.ts';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { findSession, type FoundSession, type StaffSession } from '../staff/staff-sessions.ts';
import {
  createOffice,
  deleteForm,
  pathOf,
  redirectTo,
  saveForm,
  type Office,
  type OfficeVisit,
  type RefusedForm,
  type RefusedStatus,
} from './office-visit.ts';
import { pageLanguage } from './page-kinds.ts';
import type { PagesDeps } from './pages.ts';
import type { SiteContext } from './site-build.ts';
import { createVisit } from './visit.ts';
import { createOfficeCookies, checkCookies, sendAgain, type OfficeCookies } from './cookies.ts';
import { addHeaders, createOfficeHeaders } from './headers.ts';
import {
  readKnownBrowser,
  writeKnownBrowser,
  randomToken,
} from '../platform/security/signed-tokens.ts';
import { readPageForm } from './body.ts';
import { recordRefusedAccess } from '../audit/record-refused-access.ts';
import { lookStyle } from '../programme/look.ts';
import type { Sender } from '../operations/caller.ts';
import { waitAfterHits } from '../operations/limit.ts';
import { matchPath } from 'react-router';

/** Whether a path belongs to the office. */
export const isOfficePath = (pathname: string): boolean =>
  pathname === '/office' || pathname === '/office.data' || pathname.startsWith('/office/');

/**
 * Handles a request below /office: session, origin, rights, then the page (office.md 1 and 13.3).
 *
 * @param isForeign whether it is a form of another site
 */
export async function serveOffice(
  deps: PagesDeps,
  connection: Connection,
  isForeign: boolean,
): Promise<Response> {
  const startedAt = performance.now();
  const { incoming, sender } = connection;
  const cookies = createOfficeCookies(incoming.headers.cookie, deps.isSecure);
  const token = cookies.find('office');
  const found: FoundSession =
    token === null ? { state: 'none' } : await findSession(deps.pool, deps.env, token);
  const visit =
    isSafeMethod(incoming) || incoming.method === 'POST'
      ? await prepareVisit(deps, { request: incoming, sender, isForeign, cookies }, found)
      : refuseMethod(incoming);
  const headers = (nonce: string | null) => ({
    ...createOfficeHeaders(deps.isSecure, nonce, deps.env.mediaUrl),
    ...(found.state === 'valid' && isSafeMethod(incoming)
      ? { 'server-timing': `office;dur=${(performance.now() - startedAt).toFixed(1)}` }
      : {}),
  });
  if (visit instanceof Response) return addHeaders(visit, headers(null), cookies.toHeaders());
  const nonce = randomBytes(16).toString('base64url');
  const page = await renderOfficePage(deps, visit, nonce);
  const all = { ...headers(nonce), ...visit.responseHeaders };
  return await toOfficeResponse(deps, connection, page, all, cookies.toHeaders());
}

/** A refused request never reaches a route: some of them have no loader or action that would refuse. */
async function renderOfficePage(
  deps: PagesDeps,
  visit: OfficeVisit,
  nonce: string,
): Promise<Response> {
  const { language, sender } = visit;
  const { requestId } = sender;
  const site = await deps.site();
  const render = async (request: Request, office: Office): Promise<Response> => {
    let html: string | undefined;
    const isPreview = isPreviewPath(pathOf(request));
    const context: SiteContext = {
      origin: deps.publicUrl(),
      nonce,
      requestIdNote: responseTexts.reference[language]({ id: requestId }),
      config: { stripeJsUrl: '', themeColor: '' },
      styleOf: isPreview ? deps.styleOf : () => undefined,
      lookStyle: lookStyle(deps.festival.content().look),
      onHtml: (text) => (html = text),
      onError: (err) => deps.log.error({ err, requestId }, 'An office page failed'),
    };
    const visitor = isPreview ? { office, visit: createPreviewVisit(deps, visit) } : { office };
    const response = await site.render(request, context, visitor);
    return html === undefined ? response : new Response(html, response);
  };
  if (visit.refusedStatus !== null) {
    return await render(...problemPage(deps, visit, visit.refusedStatus));
  }
  await deleteForm(deps, visit);
  const rendered = await render(visit.request, createOffice(deps, visit));
  return isBareProblem(rendered, isPreviewPath(pathOf(visit.request)))
    ? await render(...problemPage(deps, visit, rendered.status))
    : rendered;
}

/** The visit of a preview: a stranger's, without cart and user, in the language that the site's own switch selects. */
function createPreviewVisit(deps: PagesDeps, { request, sender, language }: OfficeVisit) {
  const chosen = pageLanguage('', request.headers.get('cookie'), null, language);
  const page = { request: new Request(request.url), sender: { ...sender, language: chosen } };
  return createVisit(deps, page).visit;
}

/**
 * A file (CSV, PDF) or a preview that may not or cannot be read, or does not exist, has no page of the office to say so.
 * Without a database, the page of a form that was sent has no frame.
 */
function isBareProblem(
  response: Response,
  isPreview: boolean,
): response is Response & { status: RefusedStatus } {
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') === true;
  return (
    response.status === 503 || ([403, 404, 429].includes(response.status) && (isPreview || !isHtml))
  );
}

/** The page that shows the problem, with the request and the office that it needs. */
function problemPage(
  deps: PagesDeps,
  visit: OfficeVisit,
  status: RefusedStatus,
): [Request, ReturnType<typeof createOffice>] {
  const { headers, url } = visit.request;
  const request = new Request(new URL(PROBLEM_PATH, url), { headers });
  const problemPath = pathOf(visit.request);
  return [request, createOffice(deps, { ...visit, request, problemPath, refusedStatus: status })];
}

function refuseMethod(request: IncomingMessage): Response {
  request.resume();
  return new Response(null, { status: 405, headers: { allow: 'GET, HEAD, POST' } });
}

/** The forms with a file, and how much they may have: more than the largest photograph, to say so at the field. */
const UPLOAD = /^\/office\/(?:concerts\/\d+\/picture|programme)$/;
const MAX_UPLOAD_FORM_BYTES = 24_000_000;

/** The bytes of a posted form, or why it cannot be read. */
async function readOrRefuse(
  request: IncomingMessage,
  limit?: number,
): Promise<Uint8Array<ArrayBuffer> | RefusedForm> {
  try {
    return await readPageForm(request, limit);
  } catch (error) {
    const status = error instanceof Problem ? error.status : null;
    if (status === 400 || status === 413 || status === 415) return status;
    throw error;
  }
}

/** A page compressed, or a file (CSV, PDF) as it streams. */
async function toOfficeResponse(
  { log }: PagesDeps,
  { incoming, outgoing }: Connection,
  page: Response,
  added: Record<string, string>,
  setCookies: string[],
): Promise<Response> {
  const headers = { ...Object.fromEntries(page.headers), ...added };
  const { status } = page;
  const isHtml = page.headers.get('content-type')?.startsWith('text/html') === true;
  if (isHtml || page.body === null) {
    const body = Buffer.from(await page.arrayBuffer());
    return toResponse(incoming, withEncodings({ status, headers, body }), setCookies);
  }
  // a HEAD request does not run the list
  if (incoming.method === 'HEAD') {
    await page.body.cancel();
    return addHeaders(new Response(null, { status, headers }), {}, setCookies);
  }
  // not by the framework, which would send the text of an error that occurs after the first rows
  outgoing.writeHead(status, {
    ...headers,
    ...(setCookies.length === 0 ? {} : { 'set-cookie': setCookies }),
  });
  await pipeline(Readable.fromWeb(page.body as never), outgoing).catch((err: unknown) => {
    // a client that has gone needs no file
    if (errorCode(err) === 'ERR_STREAM_PREMATURE_CLOSE') return;
    log.error({ err }, 'Could not send a file of the office');
  });
  return RESPONSE_ALREADY_SENT;
}

interface OfficeRequest {
  request: IncomingMessage;
  sender: Sender;
  isForeign: boolean;
  cookies: OfficeCookies;
}

/** Decides what a request gets: a response of its own, or the pages with the session's rights. */
async function prepareVisit(
  deps: PagesDeps,
  { request, sender, isForeign, cookies }: OfficeRequest,
  found: FoundSession,
): Promise<Response | OfficeVisit> {
  const reads = isSafeMethod(request);
  const target = toWebRequest(request, deps.isSecure);
  const { pathname, search } = new URL(target.url);
  // React Router's data of a page follows the rules of the page
  const page = pathname.replace(/\.data$/, '');
  const path = page + search;
  // PostgreSQL stores no NUL, so no page has one in its address
  const roles = target.url.includes('%00') ? null : findRoles(page);
  const { address } = sender;
  const session = findUsableSession(found, !reads && page === '/office/confirm-identity');
  // decided before the body is read: that of a stranger is not needed (office.md 13.3)
  const staffId = found.state === 'over' ? found.staffId : (session?.staff.id ?? null);
  const isStranger = session === null && roles !== 'public';
  if (isStranger && (reads || isForeign || staffId === null)) {
    request.resume();
    if (!isForeign) return redirectTo('/office/sign-in', path);
    await recordRefusedAccess(deps.pool, { staff: null, address }, path, 'foreign origin');
    return new Response(null, { status: 403 });
  }
  if (!isForeign && checkCookies(target) === 'send-again') {
    request.resume();
    cookies.setBrowser(randomToken());
    return sendAgain(target.url);
  }
  const uploads = staffId !== null && !isForeign && UPLOAD.test(page);
  const body = reads
    ? null
    : await readOrRefuse(request, uploads ? MAX_UPLOAD_FORM_BYTES : undefined);
  const refusedForm = typeof body === 'number' ? body : null;
  const webRequest =
    body instanceof Uint8Array ? toWebRequest(request, deps.isSecure, body) : target;
  if (isStranger && staffId !== null && refusedForm === null) {
    await saveForm(deps, { request: webRequest, cookies }, staffId, await webRequest.formData());
    return redirectTo('/office/sign-in', path);
  }
  const poster = !reads && pathname !== '/office/sign-out' ? session?.staff : undefined;
  const wait = poster ? await waitAfterHits(deps, 'office post', { address, id: poster.id }) : 0;
  const refusedStatus =
    refusedForm ?? (isForeign ? 403 : wait > 0 ? 429 : statusFor(roles, session?.staff.role));
  const responseHeaders: Record<string, string> =
    wait > 0 ? { 'retry-after': String(Math.ceil(wait)) } : {};
  if (refusedStatus === 403) {
    const reason = isForeign ? 'foreign origin' : 'role';
    const staff = session?.staff ?? null;
    await recordRefusedAccess(deps.pool, { staff, address }, path, reason);
  }
  return {
    request: webRequest,
    session,
    sessionEnd: found.state === 'over' ? found.reason : null,
    sender,
    language: session?.staff.language ?? sender.language,
    knownAccounts: knowBrowser(deps, cookies, session),
    cookies,
    refusedStatus,
    responseHeaders,
  };
}

/** The people who have signed in from this browser; adds the one who is signed in. */
function knowBrowser(
  { tokens }: PagesDeps,
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

/** 404 for an unknown screen, 403 without the right to open it. */
function statusFor(roles: ScreenRoles | null, role: string | undefined): 403 | 404 | null {
  if (roles === null) return 404;
  return roles === 'public' || roles.some((each) => each === role) ? null : 403;
}

/** The roles that may open the screen of a page; null for an unknown one. Paths are exact: none ends in a slash. */
function findRoles(page: string): ScreenRoles | null {
  // matchPath ignores a slash at the end
  if (page.endsWith('/')) return null;
  const matches = ([path]: [string, ScreenRoles]) =>
    matchPath({ path, end: true, caseSensitive: true }, page) !== null;
  return Object.entries(screens).find(matches)?.[1] ?? null;
}
