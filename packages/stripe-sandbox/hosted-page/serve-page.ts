import { authenticate, paySession } from '../payments/attempt-payment.ts';
import { currentSession } from '../payments/checkout-session.ts';
import type { IntentRecord, SessionRecord } from '../state/records.ts';
import type { SandboxContext } from '../context.ts';
import {
  authenticationHtml,
  noteHtml,
  payPageHtml,
  readCard,
  readEntries,
  type PayPage,
} from './pay-form.ts';

/** A response of the hosted page: HTML or a redirect. */
export type PageResponse = { status: number; headers: Record<string, string>; body: string };

const PATH = /^\/pay\/(\w+)$/;
const NO_ENTRIES = { number: '', expiry: '', cvc: '' };

/** Whether a path is that of a hosted page. */
export const isPagePath = (path: string): boolean => PATH.test(pathOf(path));

/**
 * The hosted page of a Checkout Session, `/pay/<id>`, without script: card fields, authentication, and
 * the way back to the shop. `form` is the body of a POST; null for a GET.
 */
export async function servePage(
  context: SandboxContext,
  path: string,
  form: string | null,
): Promise<PageResponse> {
  const found = context.state.sessions.get(PATH.exec(pathOf(path))?.[1] ?? '');
  if (!found) {
    return await showPage(404, noteHtml('Page not found', 'There is no such payment.', null), []);
  }
  const session = currentSession(context, found);
  if (session.status === 'open' && form !== null) {
    const declined = act(context, session, new URLSearchParams(form));
    if (declined !== null) return await showPayPage(context, session, declined);
  }
  return await showSession(context, session, form !== null);
}

/** Executes what the buyer posted; returns the page to show again, or null to redirect. */
function act(
  context: SandboxContext,
  session: SessionRecord,
  form: URLSearchParams,
): Pick<PayPage, 'entries' | 'errors' | 'message'> | null {
  const intent = intentOf(context, session);
  if (intent?.status === 'requires_action') {
    const outcome = form.get('outcome');
    if (outcome !== null)
      authenticate(context, intent, outcome === 'complete' ? 'complete' : 'fail');
    return null;
  }
  const entries = readEntries(form);
  const card = readCard(context.state, entries);
  if ('errors' in card) return { entries, errors: card.errors, message: null };
  const message = paySession(context, session, card.method);
  return message === null ? null : { entries, errors: {}, message };
}

/** The current page of a session. Redirects after a POST, so that a reload does not repeat it. */
async function showSession(
  context: SandboxContext,
  session: SessionRecord,
  isPosted: boolean,
): Promise<PageResponse> {
  if (session.status === 'complete') {
    const url = session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
    return redirect(toBrowser(context, url));
  }
  if (session.status === 'expired') {
    const text = 'This payment page has expired. Nothing was charged.';
    const back = session.cancelUrl && toBrowser(context, session.cancelUrl);
    return await showPage(410, noteHtml('Page expired', text, back), []);
  }
  if (isPosted) return redirect(session.id);
  const intent = intentOf(context, session);
  if (intent?.status === 'requires_action') {
    return await showPage(200, authenticationHtml(), formTargets(session));
  }
  const message = intent?.lastError?.message ?? null;
  return await showPayPage(context, session, { entries: NO_ENTRIES, errors: {}, message });
}

async function showPayPage(
  context: SandboxContext,
  session: SessionRecord,
  shown: Pick<PayPage, 'entries' | 'errors' | 'message'>,
): Promise<PageResponse> {
  const cancelUrl = session.cancelUrl && toBrowser(context, session.cancelUrl);
  const isWrong = Object.keys(shown.errors).length > 0;
  const isDeclined = shown.message !== null && shown.entries !== NO_ENTRIES;
  const status = isWrong ? 422 : isDeclined ? 402 : 200;
  const page = payPageHtml({ session, cancelUrl, ...shown });
  return await showPage(status, page, formTargets(session));
}

/** The targets of the form and of its redirect, for the content policy. */
const formTargets = (session: SessionRecord): string[] => [
  "'self'",
  new URL(session.successUrl).origin,
];

const intentOf = (context: SandboxContext, session: SessionRecord): IntentRecord | undefined =>
  context.state.intents.get(session.intent ?? '');

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** URLs of the shop that proxies this page become paths: a phone reaches the shop under another host name. */
function toBrowser(context: SandboxContext, url: string): string {
  const { origin, pathname, search, hash } = new URL(url);
  return origin === new URL(context.browserUrl()).origin ? `${pathname}${search}${hash}` : url;
}

function redirect(location: string): PageResponse {
  return { status: 303, headers: { ...HEADERS, location }, body: '' };
}

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

async function showPage(
  status: number,
  page: ReturnType<typeof payPageHtml>,
  forms: readonly string[],
): Promise<PageResponse> {
  const policy =
    "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; " +
    `form-action ${forms.join(' ') || "'none'"}`;
  return {
    status,
    headers: {
      ...HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
    },
    body: String(await page),
  };
}
