import type { EndpointInput } from '#contract/endpoints.ts';
import type { Language } from '#contract/language.ts';
import type { EndpointName } from '#contract/paths.ts';
import type { ProblemDto } from '#contract/problems.ts';
import type { Cart, User, Visit } from '#contract/visit.ts';
import { sessionTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { responseTexts } from '#messages/responses.ts';
import type { Sender, Visitor } from '../operations/caller.ts';
import type { Invoke } from './api.ts';
import {
  readKnownBrowser,
  writeKnownBrowser,
  type SignedTokens,
} from '../platform/security/signed-tokens.ts';
import { requireCookies, createVisitCookies, type VisitCookies } from './cookies.ts';
import { isPrefetch, pagePath } from './page-kinds.ts';

export interface VisitDeps {
  invoke: Invoke;
  tokens: SignedTokens;
  /** Whether the site is on https: then cookies are Secure. */
  isSecure: () => boolean;
}

/** A request for a page. */
export interface PageVisit {
  request: Request;
  /** With the language of the page. */
  sender: Sender;
}

/** A visit, and the `Set-Cookie` headers of its response with a status. */
export interface ServerVisit {
  visit: Visit;
  setCookies: (status?: number) => string[];
  /** Seconds of the `Retry-After` of a page with this status: those of the call that failed with it. */
  retryAfterOf: (status: number) => number | undefined;
}

/** Creates the visit of one request for a page. A prefetch changes no cookie: it may never be shown. */
export function createVisit(deps: VisitDeps, { request, sender }: PageVisit): ServerVisit {
  const { language } = sender;
  const cookies = readCookies(request, deps.isSecure());
  let knownAccounts = readKnownBrowser(deps.tokens, 'known-browser', cookies.knownBrowser);
  const context = (): Visitor => ({
    ...sender,
    kind: 'visitor',
    ...credentialsOf(cookies),
    knownAccounts,
  });
  const isPrefetched = isPrefetch(Object.fromEntries(request.headers));
  const { invoke, retryAfterOf } = storeRetryAfter(requireCookies(deps.invoke, request));
  let cart: Promise<Cart | null> | undefined;
  let user: Promise<User | null> | undefined;
  const visit: Visit = {
    language,
    hint: cookies.hint,
    get cartSession() {
      return cookies.cartSession;
    },
    startCartSession: (id) => cookies.startCartSession(id),
    findCart: () => (cart ??= readCart(visit, cookies)),
    setCart(changed) {
      cart = Promise.resolve(changed);
      cookies.setCart(changed);
    },
    consumeEndedHold: () => cookies.consumeEndedHold(),
    findUser: () => (user ??= readUser(invoke, context, cookies)),
    signIn(signedIn) {
      user = Promise.resolve(signedIn);
      cookies.setToken(signedIn.access_token);
      knownAccounts = [signedIn.id, ...knownAccounts];
      cookies.setKnownBrowser(writeKnownBrowser(deps.tokens, 'known-browser', knownAccounts));
    },
    signOut() {
      user = Promise.resolve(null);
      cookies.setToken(null);
    },
    leaveForLogin: () => leaveForLogin(visit, request),
    setFlash: (flash) => cookies.setFlash(flash),
    consumeFlash: () => (isPrefetched ? null : cookies.consumeFlash()),
    setLanguage: (chosen, options) => cookies.setLanguage(chosen, options?.isLasting ?? false),
    async call(name, input, once) {
      const result = await invoke(name, input, context(), once);
      const hasEnded = cookies.token !== null && isSessionEnd(result.problem);
      if (hasEnded) throw visit.leaveForLogin();
      return result;
    },
    async load<Name extends EndpointName>(name: Name, input: EndpointInput<Name>) {
      const { response, problem } = await visit.call(name, input);
      if (problem !== null) throw toThrownResponse(problem, language);
      return response;
    },
  };
  const setCookies = (status?: number) => (isPrefetched ? [] : cookies.toHeaders(status));
  return { visit, setCookies, retryAfterOf };
}

function readCookies({ url, headers }: Request, isSecure: boolean): VisitCookies {
  const isDocument = !new URL(url).pathname.endsWith('.data');
  return createVisitCookies(headers.get('cookie'), isSecure, isDocument);
}

/** Wraps the calls: stores the seconds that a refused one has to wait, by its status. */
function storeRetryAfter(invoke: Invoke) {
  const seconds = new Map<number, number>();
  const storing: Invoke = async (name, input, context, once) => {
    const result = await invoke(name, input, context, once);
    const { problem } = result;
    if (problem?.retryAfter !== undefined) seconds.set(problem.status, problem.retryAfter);
    return result;
  };
  return { invoke: storing, retryAfterOf: (status: number) => seconds.get(status) };
}

/** The tokens of the visitor's cookies, as they are now. */
const credentialsOf = ({ token, cartSession }: VisitCookies) => ({
  token,
  cartSession,
  replacedToken: token,
});

async function readCart(visit: Visit, cookies: VisitCookies): Promise<Cart | null> {
  if (cookies.cartSession === null) return null;
  const { data } = await visit.load('getCart', { params: { sessionId: cookies.cartSession } });
  cookies.setCart(data);
  return data;
}

async function readUser(
  invoke: Invoke,
  context: () => Visitor,
  cookies: VisitCookies,
): Promise<User | null> {
  if (cookies.token === null) return null;
  const { response, problem } = await invoke('getMe', {}, context());
  if (problem === null) return response.data;
  if (!isSessionEnd(problem)) throw toThrownResponse(problem, context().language);
  cookies.setToken(null);
  return null;
}

const isSessionEnd = (problem: ProblemDto | null) =>
  problem?.code === 'unauthorized' || problem?.code === 'session_expired';

/** The session has ended: removes the user and redirects to the login, which leads back (product.md 4). */
function leaveForLogin(visit: Visit, request: Request): Response {
  visit.signOut();
  const text = pickTexts(sessionTexts, visit.language).sessionEnded;
  visit.setFlash({ kind: 'info', text });
  const location = `/auth/login?next=${encodeURIComponent(addressOfPage(request.url))}`;
  return new Response(null, {
    status: request.method === 'GET' ? 302 : 303,
    headers: { location },
  });
}

/** Addresses that only take a form, with the page where it stands: a GET of them leads home. */
const pagesOfForms: Readonly<Record<string, string>> = {
  '/auth/resend-verification': '/user',
  '/auth/logout': '/user/profile',
};

function addressOfPage(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('_routes');
  const path = pagePath(url.pathname);
  return pagesOfForms[path] ?? path + url.search;
}

/**
 * The response that a loader throws for React Router's error boundary; its data is the problem. The message of an
 * unexpected one names the request in the log.
 */
function toThrownResponse(problem: ProblemDto, language: Language): Response {
  const { status, retryAfter, requestId: id } = problem;
  const requestIdNote = id === undefined ? '' : responseTexts.reference[language]({ id });
  const message = problem.message + requestIdNote;
  const headers = new Headers();
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter));
  return Response.json({ ...problem, message }, { status, headers });
}
