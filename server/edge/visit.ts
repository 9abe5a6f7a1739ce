import type { Language } from '#contract/language.ts';
import type { ProblemDto } from '#contract/problems.ts';
import type { Flash, HeaderHint } from '#contract/visit.ts';
import { sessionTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { responseTexts } from '#messages/responses.ts';
import type { ShopDeps } from '../deps.ts';
import {
  type EntriesOf,
  type InputOf,
  type OutputOf,
  type ShopReadName,
  type StepName,
  readForVisitor,
  takeStep,
} from '../operations.ts';
import type { Sender, Visitor } from '../operations/caller.ts';
import type { Entries } from '../operations/define.ts';
import { KEY_SECONDS, type Once } from '../operations/once.ts';
import { Problem } from '../platform/problem.ts';
import { readKnownBrowser, writeKnownBrowser } from '../platform/security/signed-tokens.ts';
import { checkCookies, createVisitCookies, type VisitCookies } from './cookies.ts';
import { toProblemDto } from './problems.ts';
import { isPrefetch, pagePath } from './page-kinds.ts';

/** The output of an operation, or the problem that stopped it. */
type Result<O> = { output: O; problem: null } | { output: null; problem: ProblemDto };

/** The cart as the server knows it. */
export type Cart = OutputOf<'cart:read'>;

/** The logged-in user with the access token, which never becomes part of a page's data. */
export type User = OutputOf<'account:read'>;

/** The form of a page that all visitors share has no token before the page is hydrated. */
const SAME_ENTRIES_SECONDS = 2;

/**
 * One request of a visitor, known by cookies, for loaders and actions: what pages read and change. Cookies set here are
 * sent with any response: a page, data, a redirect, an error.
 */
export interface Visit {
  readonly language: Language;
  readonly hint: HeaderHint;
  /** From the cookie; null before the first ticket, and on pages that are the same for all visitors. */
  readonly cartSession: string | null;
  /**
   * Returns the cart session's id. If there is none, creates one (of `id` if it has held something) and sends its
   * cookie.
   */
  startCartSession(id?: string): string;
  /** The cart, read once a request; null without a session. Throws as `read` does. */
  findCart(): Promise<Cart | null>;
  /** Sets a cart that has just changed, for `findCart` and the header's hint. */
  setCart(cart: Cart): void;
  /** Whether the visitor's last cart has expired; true once. */
  consumeEndedHold(): boolean;
  /** The logged-in user, read once a request; null if there is none. Deletes the cookie of an ended session. */
  findUser(): Promise<User | null>;
  /** Sends the session cookie. The call that returned this user has ended the previous session. */
  signIn(user: User): void;
  /** Deletes the session cookie; the call `logout` ends the session itself. */
  signOut(): void;
  /** Signs out, and creates the redirect to the login with the message that the session has ended; it leads back. */
  leaveForLogin(): Response;
  /** Stores a message for the page after a redirect. */
  setFlash(flash: Flash): void;
  /** Returns and deletes the stored message; null in requests for data, where the page consumes it itself. */
  consumeFlash(): Flash | null;
  /** Stores the language for pages without one in their path; for the browser's session unless `isLasting`. */
  setLanguage(language: Language, options?: { isLasting?: boolean }): void;
  /**
   * Reads what a page needs. Throws a problem as a response for the error boundary, and the redirect to the login when
   * the visitor's session has ended.
   */
  read<N extends ShopReadName>(name: N, input: InputOf<N>): Promise<OutputOf<N>>;
  /** Reads like `read`; a problem is a value. */
  tryRead<N extends ShopReadName>(name: N, input: InputOf<N>): Promise<Result<OutputOf<N>>>;
  /**
   * Takes a step with the entries of a form; a problem is a value, with errors by the names of the entries. Throws only
   * the redirect to the login.
   *
   * @param form counts once with the same entries: its random `token` names it for 24 h; without one, for 2 s
   */
  submit<N extends StepName>(
    name: N,
    entries: EntriesOf<N>,
    form?: FormData,
  ): Promise<Result<OutputOf<N>>>;
}

export interface VisitDeps extends ShopDeps {
  /** Called after every operation, for metrics. */
  observe: (operation: string, status: number, seconds: number) => void;
  /** Called with unexpected errors, for the log. */
  onUnexpected: (error: unknown, visitor: Visitor) => void;
  /** Whether the site is on https: then cookies are Secure. */
  isSecure: boolean;
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
  const { tokens } = deps;
  const cookies = readCookies(request, deps.isSecure);
  let knownAccounts = readKnownBrowser(tokens, 'known-browser', cookies.knownBrowser);
  const context = (): Visitor => ({
    ...sender,
    kind: 'visitor',
    ...credentialsOf(cookies),
    knownAccounts,
  });
  const isPrefetched = isPrefetch(Object.fromEntries(request.headers));
  const retryAfter = new Map<number, number>();
  const attempt = createAttempts(deps, context, retryAfter);
  let cart: Promise<Cart | null> | undefined;
  let user: Promise<User | null> | undefined;
  const leaveAtEnd = <R extends { problem: ProblemDto | null }>(result: R): R => {
    if (cookies.token !== null && isSessionEnd(result.problem)) throw visit.leaveForLogin();
    return result;
  };
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
    findUser: () => (user ??= readUser(attempt, visit, cookies)),
    signIn(signedIn) {
      user = Promise.resolve(signedIn);
      cookies.setToken(signedIn.accessToken);
      knownAccounts = [signedIn.id, ...knownAccounts];
      cookies.setKnownBrowser(writeKnownBrowser(tokens, 'known-browser', knownAccounts));
    },
    signOut() {
      user = Promise.resolve(null);
      cookies.setToken(null);
    },
    leaveForLogin: () => leaveForLogin(visit, request),
    setFlash: (flash) => cookies.setFlash(flash),
    consumeFlash: () => (isPrefetched ? null : cookies.consumeFlash()),
    setLanguage: (chosen, options) => cookies.setLanguage(chosen, options?.isLasting ?? false),
    ...createRuns(attempt, leaveAtEnd, request, language),
  };
  const setCookies = (status?: number) => (isPrefetched ? [] : cookies.toHeaders(status));
  return { visit, setCookies, retryAfterOf: (status) => retryAfter.get(status) };
}

function readCookies({ url, headers }: Request, isSecure: boolean): VisitCookies {
  const isDocument = !new URL(url).pathname.endsWith('.data');
  return createVisitCookies(headers.get('cookie'), isSecure, isDocument);
}

/** Runs an operation for a page. Never throws: a problem is a value. */
type Attempt = <O>(
  name: string,
  work: (shop: ShopDeps, visitor: Visitor) => Promise<O>,
) => Promise<Result<O>>;

function createAttempts(
  deps: VisitDeps,
  context: () => Visitor,
  retryAfter: Map<number, number>,
): Attempt {
  return async (name, work) => {
    const startedAt = performance.now();
    const visitor = context();
    let result: Result<Awaited<ReturnType<typeof work>>>;
    try {
      result = { output: await work(deps, visitor), problem: null };
    } catch (error) {
      const report = (unexpected: unknown) => deps.onUnexpected(unexpected, visitor);
      const problem = toProblemDto(error, visitor.language, visitor.requestId, report);
      if (problem.retryAfter !== undefined) retryAfter.set(problem.status, problem.retryAfter);
      result = { output: null, problem };
    }
    deps.observe(name, result.problem?.status ?? 200, (performance.now() - startedAt) / 1000);
    return result;
  };
}

/** How pages run operations. */
function createRuns(
  attempt: Attempt,
  leaveAtEnd: <R extends { problem: ProblemDto | null }>(result: R) => R,
  request: Request,
  language: Language,
): Pick<Visit, 'read' | 'tryRead' | 'submit'> {
  const tryRead: Visit['tryRead'] = async (name, input) =>
    leaveAtEnd(await attempt(name, (shop, visitor) => readForVisitor(shop, name, visitor, input)));
  return {
    tryRead,
    async read(name, input) {
      const { output, problem } = await tryRead(name, input);
      if (problem !== null) throw toThrownResponse(problem, language);
      return output;
    },
    async submit(name, entries, form) {
      const result = await attempt(name, (shop, visitor) => {
        // the browser would forget at once what the step returns
        if (checkCookies(request) === 'blocked') throw new Problem('cookies_blocked');
        return takeStep(shop, name, visitor, entries, nameEntries(name, entries, visitor, form));
      });
      return leaveAtEnd(result);
    },
  };
}

/**
 * Names a form that was sent: by operation, visitor, cart and the form's token, with its entries. With other entries it
 * is another one, and not a conflict as it is for a client of the API.
 */
function nameEntries(
  name: string,
  entries: Entries,
  visitor: Visitor,
  form: FormData | undefined,
): Once | null {
  // a first form has no cookie yet, but already names the cart that its repetition comes with
  const { sessionId = visitor.cartSession ?? '' } = entries as { sessionId?: string };
  const sender = ['page', name, visitor.token ?? '', sessionId];
  const content = JSON.stringify(entries);
  const token = form?.get('token') ?? '';
  if (typeof token === 'string' && token !== '') {
    return { name: [...sender, `token ${token}`, content], content: [], seconds: KEY_SECONDS };
  }
  if (form === undefined) return null;
  return { name: [...sender, 'same entries', content], content: [], seconds: SAME_ENTRIES_SECONDS };
}

/** The tokens of the visitor's cookies, as they are now. */
const credentialsOf = ({ token, cartSession }: VisitCookies) => ({
  token,
  cartSession,
  replacedToken: token,
});

async function readCart(visit: Visit, cookies: VisitCookies): Promise<Cart | null> {
  const { cartSession } = cookies;
  if (cartSession === null) return null;
  const cart = await visit.read('cart:read', { cartSession });
  cookies.setCart(cart);
  return cart;
}

async function readUser(
  attempt: Attempt,
  { language }: Visit,
  cookies: VisitCookies,
): Promise<User | null> {
  if (cookies.token === null) return null;
  const { output, problem } = await attempt('account:read', (shop, visitor) =>
    readForVisitor(shop, 'account:read', visitor, undefined),
  );
  if (problem === null) return output;
  if (!isSessionEnd(problem)) throw toThrownResponse(problem, language);
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
