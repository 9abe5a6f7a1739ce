import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Office } from '#contract/office/office.ts';
import { PROBLEM_PATH } from '#contract/office/screens.ts';
import { problems } from '#contract/problems.ts';
import { responseTexts } from '#messages/responses.ts';
import { withEncodings } from './page-cache.ts';
import {
  encodeFor,
  isSafeMethod,
  sendEncoded,
  toGetRequest,
} from '../platform/http/cached-response.ts';
import { Problem } from '../platform/problem.ts';
import { sendProblem } from './send-problem.ts';
import { hasHost } from './to-web-request.ts';
import { findSession, type FoundSession } from '../staff/staff-sessions.ts';
import {
  createOffice,
  deleteForm,
  pathOf,
  type OfficeVisit,
  type RefusedStatus,
} from './create-office.ts';
import type { Site } from './site-build.ts';
import { createOfficeCookies, type OfficeCookies } from './office-cookies.ts';
import { createOfficeHeaders } from './create-office-headers.ts';
import { prepareVisit, type OfficeVisitDeps } from './prepare-visit.ts';

interface OfficeSiteDeps extends OfficeVisitDeps {
  site: () => Promise<Site>;
}

/** Whether a path belongs to the office. */
export const isOfficePath = (pathname: string): boolean =>
  pathname === '/office' || pathname === '/office.data' || pathname.startsWith('/office/');

/** Handles a request below /office: session, origin, rights, then the page (office.md 1 and 13.3). */
export function createOfficeHandler(deps: OfficeSiteDeps) {
  const handle = createVisitHandler(deps);
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      if (!hasHost(request)) throw new Problem('malformed');
      await handle(request, response);
    } catch (error) {
      const { log, env } = deps;
      const headers = createOfficeHeaders(deps.isSecure(), null);
      const { defaultLanguage } = env;
      await sendProblem(request, response, error, { defaultLanguage, headers, log });
    }
  };
}

function createVisitHandler(deps: OfficeSiteDeps) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const startedAt = performance.now();
    const isSecure = deps.isSecure();
    const cookies = createOfficeCookies(request.headers.cookie, isSecure);
    const token = cookies.find('office');
    const found: FoundSession =
      token === null ? { state: 'none' } : await findSession(deps.pool, deps.env, token);
    const visit = await prepareOrRefuse(deps, request, cookies, found);
    const headers = (nonce: string | null) => ({
      ...createOfficeHeaders(isSecure, nonce),
      ...(found.state === 'valid' && isSafeMethod(request)
        ? { 'server-timing': `office;dur=${(performance.now() - startedAt).toFixed(1)}` }
        : {}),
    });
    if (visit instanceof Response) return await sendPlain(response, visit, headers(null), cookies);
    const nonce = randomBytes(16).toString('base64url');
    const page = await renderPage(deps, visit, nonce);
    const all = { ...headers(nonce), ...visit.responseHeaders };
    await send(request, response, page, { headers: all, cookies });
  };
}

/** A refused request never reaches a route: some of them have no loader or action that would refuse. */
async function renderPage(
  deps: OfficeSiteDeps,
  visit: OfficeVisit,
  nonce: string,
): Promise<Response> {
  const render = await createRenderer(deps, visit, nonce);
  if (visit.refusedStatus !== null) {
    return await render(...problemPage(deps, visit, visit.refusedStatus));
  }
  await deleteForm(deps, visit);
  const rendered = await render(visit.request, createOffice(deps, visit));
  return isBareProblem(rendered)
    ? await render(...problemPage(deps, visit, rendered.status))
    : rendered;
}

/** Renders pages of one visit. A page's text takes its body's place. */
async function createRenderer(
  deps: OfficeSiteDeps,
  { requestId, language }: OfficeVisit,
  nonce: string,
): Promise<(request: Request, office: Office) => Promise<Response>> {
  const site = await deps.site();
  const { log, publicUrl } = deps;
  let html: string | null = null;
  const context = {
    origin: publicUrl(),
    nonce,
    requestIdNote: responseTexts.reference[language]({ id: requestId }),
    config: { stripeJsUrl: '' },
    styleOf: () => undefined,
    onHtml: (text: string) => (html = text),
    onError: (err: unknown) => log.error({ err, requestId }, 'An office page failed'),
  };
  return async (request, office) => {
    html = null;
    const response = await site.render(request, context, { office });
    return html === null ? response : new Response(html, response);
  };
}

/**
 * A file (CSV, PDF) that may not or cannot be read, or does not exist, has no page to say so. Without a database, the
 * page of a form that was sent has no frame.
 */
function isBareProblem(response: Response): response is Response & { status: RefusedStatus } {
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') === true;
  return response.status === 503 || ([403, 404, 429].includes(response.status) && !isHtml);
}

/** The page that shows the problem, with the request and the office that it needs. */
function problemPage(
  deps: OfficeSiteDeps,
  visit: OfficeVisit,
  status: RefusedStatus,
): [Request, ReturnType<typeof createOffice>] {
  const { headers, url } = visit.request;
  const request = new Request(new URL(PROBLEM_PATH, url), { headers });
  const problemPath = pathOf(visit.request);
  return [request, createOffice(deps, { ...visit, request, problemPath, refusedStatus: status })];
}

/** Another method is refused, and a body that is too large or of another type, with their status. */
async function prepareOrRefuse(
  ...args: Parameters<typeof prepareVisit>
): Promise<Response | OfficeVisit> {
  const [, request] = args;
  if (!isSafeMethod(request) && request.method !== 'POST') {
    request.resume();
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD, POST' } });
  }
  try {
    return await prepareVisit(...args);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status } = problems[error.code];
    return new Response(`${status}\n`, {
      status,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  }
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
  if (isHtml || page.body === null) {
    const body = Buffer.from(await page.arrayBuffer());
    const encoded = withEncodings({ status: page.status, headers: all, body });
    return sendEncoded(request, response, encodeFor(encoded, toGetRequest(request)), setCookies);
  }
  response.writeHead(
    page.status,
    setCookies.length === 0 ? all : { ...all, 'set-cookie': setCookies },
  );
  if (request.method !== 'HEAD') {
    return await pipeline(Readable.fromWeb(page.body as never), response);
  }
  // a HEAD request does not run the list
  await page.body.cancel();
  response.end();
}
