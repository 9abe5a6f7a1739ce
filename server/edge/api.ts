import type { Context } from 'hono';
import type { z } from 'zod';
import { endpoints, type Parsed } from '#contract/endpoints.ts';
import { paths, type Endpoint, type EndpointName } from '#contract/paths.ts';
import { doorApi } from '../door/api.ts';
import { accountApi } from '../people/api.ts';
import { identify } from '../people/sessions.ts';
import { cartApi } from '../cart/api.ts';
import { checkoutApi } from '../checkout/api.ts';
import type { ShopDeps } from '../deps.ts';
import { openDocument } from '../documents/open-document.ts';
import { messageApi } from '../messages/api.ts';
import { newsletterApi } from '../newsletter/api.ts';
import type { Visitor } from '../operations/caller.ts';
import type { ApiApp, ApiCall, ApiEnv, MountedCall } from '../operations/define-api.ts';
import type { ShopContext } from '../operations/define.ts';
import { KEY_SECONDS, type Format, type Once, type StoredResponse } from '../operations/once.ts';
import { run } from '../operations/run.ts';
import { orderApi } from '../orders/api.ts';
import { paymentApi } from '../payment/api.ts';
import { receiveEvent } from '../payment/receive-event.ts';
import { mountCalendars } from '../programme/calendar.ts';
import { ticketHolderApi } from '../ticket-holders/api.ts';
import { isFromBrowser } from './request.ts';
import {
  createGzipResponse,
  createJsonResponse,
  createTextResponse,
  readBody,
  readBytes,
} from './body.ts';
import { validate } from '../platform/validate.ts';
import { mountApiDocs } from './openapi.ts';
import { findCookie, formatCookie } from './cookies.ts';
import { Problem } from '../platform/problem.ts';
import { programmeApi } from '../programme/api.ts';

/** Every call of the API; without one of them this does not compile. */
const calls: Record<EndpointName, MountedCall> = {
  ...programmeApi,
  ...cartApi,
  ...checkoutApi,
  ...paymentApi,
  ...orderApi,
  ...accountApi,
  ...messageApi,
  ...newsletterApi,
  ...ticketHolderApi,
  ...doorApi,
};

/** The input of a call before validation; the body is read after parameters and query are valid. */
interface RawInput {
  params: object;
  query: object;
  readBody: () => object | Promise<object>;
}

/** Mounts the whole API. */
export function mountApi(app: ApiApp, deps: ShopDeps): void {
  // before /concert/:id, which would match `calendar.ics` as an id
  mountCalendars(app, deps.concerts, deps.publicUrl);
  mountCalls(app, deps);
  mountWebhook(app, deps);
  mountDocuments(app, deps);
  mountApiDocs(app, () => deps.festival.content().name, deps.publicUrl);
}

/** Mounts every call of the contract: token → body → once → parameters → query → fields → limit → operation. */
function mountCalls(app: ApiApp, deps: ShopDeps): void {
  // a browser that opens the address of a List-Unsubscribe header gets a page with a button
  app.get(paths.getNewsletterPreferences[1], async (c, next) => {
    if (!isFromBrowser(c)) return await next();
    const token = encodeURIComponent(c.req.param('token'));
    return c.redirect(`/newsletter-preferences/${token}/unsubscribe`);
  });
  for (const name of Object.keys(paths) as EndpointName[]) {
    const [method, path] = paths[name];
    // `PUT /:id` must not swallow every one-segment path
    app.on(method, path.replace(/^\/:id$/, '/:id{[0-9]+}'), (c) => serve(c, name, deps));
  }
}

/** Far more than any event of the provider has. */
const MAX_EVENT_BYTES = 1024 * 1024;

/** What the provider calls (api.md, Payment and order). */
function mountWebhook(app: ApiApp, deps: ShopDeps): void {
  app.post('/payment/webhook', async (c) => {
    const payload = new TextDecoder().decode(await readBytes(c, MAX_EVENT_BYTES));
    await receiveEvent(deps, payload, c.req.header('stripe-signature') ?? '');
    return createJsonResponse({ received: true }, { status: 200, headers: new Headers() });
  });
}

/** PDFs (api.md, Payment and order); a browser with an expired link gets a page that says so. */
function mountDocuments(app: ApiApp, deps: ShopDeps): void {
  app.get('/documents/:name', async (c) => {
    // the personal area links to documents, and a browser sends only its cookie there
    const session =
      c.get('request').token ??
      findCookie(c.req.header('cookie'), 'session', deps.publicUrl().startsWith('https:'));
    const token = c.req.param('name').replace(/\.pdf$/, '');
    const document = await openDocument(deps, token, session).catch((error: unknown) => {
      const hasExpired = error instanceof Problem && error.code === 'document_expired';
      if (hasExpired && isFromBrowser(c)) return null;
      throw error;
    });
    if (document === null) return c.redirect('/ticketshop/order-confirmation?document=expired');
    return new Response(document.bytes, {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${document.filename}"`,
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      },
    });
  });
}

async function serve(c: Context<ApiEnv>, name: EndpointName, deps: ShopDeps): Promise<Response> {
  const endpoint: Endpoint = endpoints[name];
  const [method] = paths[name];
  if (endpoint.changes && c.req.method === 'HEAD') return onlyGet();
  const visitor = c.get('request');
  const caller = await identify(deps.pool, calls[name].operation.may, visitor);
  const bytes = method === 'GET' ? new Uint8Array() : await readBytes(c, endpoint.maxBytes);
  const raw = {
    params: c.req.param(),
    query: c.req.query(),
    readBody: () => readBody(bytes, c.req.header('content-type') ?? ''),
  };
  const call = calls[name];
  const context = { deps, caller };
  let input: unknown;
  const { status, headers, body } = await run<StoredResponse>(
    deps,
    call.name,
    call.operation,
    caller,
    {
      once: method === 'GET' ? null : nameRequest(c.req.raw, visitor, bytes),
      readInput: async () => (input = await readInput(name, context, raw)),
      show: (output) => toReply(name, call.body?.(output, context), input, context),
      format: asReply,
    },
  );
  if (endpoint.response === undefined) return new Response(null, { status, headers });
  const head = { status, headers: new Headers(headers) };
  const isGzip = call.compresses === true && /\bgzip\b/.test(c.req.header('accept-encoding') ?? '');
  return await (isGzip ? createGzipResponse : createTextResponse)(body ?? '', head);
}

const onlyGet = (): Response => new Response(null, { status: 405, headers: { allow: 'GET' } });

/** Parameters → query → body. The schema of an operation reads them together, the contract's where it does not. */
async function readInput(
  name: EndpointName,
  context: ShopContext,
  { params: rawParams, query: rawQuery, readBody: readRaw }: RawInput,
): Promise<unknown> {
  const { operation, authorize, input } = calls[name];
  const endpoint: Endpoint = endpoints[name];
  const params = parseParams(endpoint.params, rawParams) as Parsed<EndpointName>['params'];
  authorize?.({ ...context, params });
  if (operation.kind === 'step' && input === undefined) {
    const entries = endpoint.body === undefined ? {} : await readRaw();
    return validate(operation.input, { ...entries, ...rawParams });
  }
  const query = validate(endpoint.query, rawQuery);
  const body = endpoint.body && validate(endpoint.body, await readRaw());
  return input?.({ ...context, params, query, body } as ApiCall<EndpointName>);
}

/** An invalid id or name in the path is 404; an invalid session id is an invalid field (422). */
function parseParams(schema: z.ZodType | undefined, params: object): unknown {
  try {
    return validate(schema, params);
  } catch (error) {
    if ('sessionId' in params) throw error;
    throw new Problem('not_found', { cause: error });
  }
}

function toReply(
  name: EndpointName,
  body: unknown,
  input: unknown,
  { deps, caller }: ShopContext,
): StoredResponse {
  const endpoint: Endpoint = endpoints[name];
  const { headers, cartCookie } = calls[name];
  const isSecure = deps.publicUrl().startsWith('https:');
  const cookie = cartCookie && formatCookie('cart_session', cartCookie(input), { isSecure });
  const hasBody = endpoint.response !== undefined;
  return {
    status: endpoint.status ?? (hasBody ? 200 : 204),
    body: hasBody ? JSON.stringify(body) : null,
    headers: {
      'cache-control': 'no-store',
      'content-language': caller.language,
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(cookie === undefined ? {} : { 'set-cookie': cookie }),
      vary: 'Accept-Language',
      ...headers,
    },
  };
}

const asReply: Format<StoredResponse> = {
  write: (reply) => reply,
  read: (stored) => ({
    ...stored,
    headers: { ...stored.headers, 'idempotent-replayed': 'true' },
  }),
};

/**
 * Names a mutating call by its `Idempotency-Key`: a repetition within 24 h gets the first response again, another body
 * under the same key 422 (api.md, Conventions). A refused call (4xx) runs again. Null without a key: the call just
 * runs.
 */
function nameRequest(request: Request, { token }: Visitor, bytes: Uint8Array): Once | null {
  const key = request.headers.get('idempotency-key');
  if (key === null || key === '') return null;
  if (key.length > 255) throw new Problem('malformed');
  const contentType = request.headers.get('content-type') ?? '';
  return {
    name: [request.method, new URL(request.url).pathname, token ?? '', key],
    content: [contentType.split(';')[0] ?? '', comparable(contentType, bytes)],
    seconds: KEY_SECONDS,
  };
}

/** A multipart boundary differs from one attempt to the next: it does not count. */
function comparable(contentType: string, bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1');
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1];
  return boundary === undefined ? text : text.replaceAll(boundary, 'boundary');
}
