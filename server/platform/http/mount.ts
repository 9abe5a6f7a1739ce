import type { IncomingMessage } from 'node:http';
import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { endpoints, type ResponseOf, type Endpoint, type Parsed } from '#contract/endpoints.ts';
import { paths, type EndpointName } from '#contract/paths.ts';
import type { Bearer, Call, RequestContext } from './call.ts';
import { handleOnce, type RunRepeatable } from './idempotency.ts';
import { createJsonResponse } from './json-response.ts';
import { Problem } from '../problem.ts';
import { type BodySource, readBody, readBytes, validate } from './read-body.ts';

export interface MountDeps {
  /** Runs a call that changes something once per `Idempotency-Key`. */
  runRepeatable: RunRepeatable;
  /** Finds the account of a token. 401 unknown or ended, 419 expired. */
  authenticate: (token: string) => Promise<Bearer>;
  /** Counts every call before its handler runs; `fields` are parameters and body. 429 for too many. */
  limit: (
    name: EndpointName,
    context: RequestContext,
    fields: unknown,
    bearer: Bearer | null,
  ) => Promise<void>;
}

export type Variables = { request: RequestContext };
/** The address at the other end of the connection, and Node's request; set by edge/route-request.ts. */
export type Bindings = { peer?: string; incoming?: IncomingMessage };
export type ApiApp = Hono<{ Variables: Variables; Bindings: Bindings }>;
type ApiContext = Context<{ Variables: Variables; Bindings: Bindings }>;
type Handler<Name extends EndpointName> = (
  call: Call<Name>,
) => Promise<ResponseOf<Name>> | ResponseOf<Name>;

/** Throws when this bearer may not make the call; runs before the body is validated. */
type Authorize<Name extends EndpointName> = (call: Pick<Call<Name>, 'params' | 'bearer'>) => void;

/** Binds an endpoint of the contract to its handler, with path, validation, bearer, limits and idempotency. */
export type Mount = <Name extends EndpointName>(
  name: Name,
  handler: Handler<Name>,
  authorize?: Authorize<Name>,
) => void;

/** The input of a call before validation; the body is read after parameters and query are valid. */
export interface RawInput {
  params: object;
  query: object;
  readBody: () => unknown;
}

/** An endpoint with its handler, for requests over HTTP and for pages in this process. */
export interface MountedEndpoint {
  endpoint: Endpoint;
  /** null: nobody is signed in, and the endpoint allows it. 401 unknown or ended, 419 expired. */
  readBearer: (context: RequestContext) => Promise<Bearer | null>;
  /** Validates, counts and handles the call; collects headers of the response in `responseHeaders`. */
  handle: (
    input: RawInput,
    context: RequestContext,
    rest: { bearer: Bearer | null; requestKey: Buffer | null; responseHeaders: Headers },
  ) => Promise<unknown>;
  deps: MountDeps;
}

const mounted = new WeakMap<ApiApp, Map<EndpointName, MountedEndpoint>>();

/** The endpoint that `createMount` bound to this name. */
export function getMounted(app: ApiApp, name: EndpointName): MountedEndpoint {
  const found = mounted.get(app)?.get(name);
  if (found === undefined) throw new Error(`the endpoint ${name} is not mounted`);
  return found;
}

/** A `Mount` on this app. */
export function createMount(app: ApiApp, deps: MountDeps): Mount {
  const byName = new Map<EndpointName, MountedEndpoint>();
  mounted.set(app, byName);
  return (name, handler, authorize) => {
    const [method, path] = paths[name];
    const endpoint = toMounted(name, handler, deps, authorize);
    byName.set(name, endpoint);
    if (endpoint.endpoint.inProcess === true) return;
    // `PUT /:id` must not swallow every one-segment path
    app.on(method, path.replace(/^\/:id$/, '/:id{[0-9]+}'), (c) => serveCall(c, method, endpoint));
  };
}

function toMounted<Name extends EndpointName>(
  name: Name,
  handler: Handler<Name>,
  deps: MountDeps,
  authorize: Authorize<Name> = () => undefined,
): MountedEndpoint {
  const endpoint: Endpoint = endpoints[name];
  return {
    endpoint,
    deps,
    readBearer: (context) => readBearer(endpoint, context, deps),
    async handle(input, context, rest) {
      const parsed = await parse(endpoint, input, (params) =>
        authorize({ params: params as Parsed<Name>['params'], bearer: rest.bearer }),
      );
      await deps.limit(name, context, Object.assign({}, parsed.params, parsed.body), rest.bearer);
      return await handler({ ...(parsed as Parsed<Name>), ...context, ...rest });
    },
  };
}

/** Serves a call over HTTP. */
async function serveCall(
  c: ApiContext,
  method: string,
  { endpoint, readBearer: bearerFor, handle, deps }: MountedEndpoint,
): Promise<Response> {
  if (endpoint.changes && c.req.method === 'HEAD') return onlyGet();
  const context = c.get('request');
  // an empty response is also repeated for a token that has just ended (a second logout)
  const isEmpty = endpoint.response === undefined;
  const known = isEmpty ? undefined : await bearerFor(context);
  const bytes = method === 'GET' ? new Uint8Array() : await readBytes(bodyOf(c));
  const run = async (requestKey: Buffer | null): Promise<Response> => {
    const bearer = known === undefined ? await bearerFor(context) : known;
    const responseHeaders = new Headers();
    const input = {
      params: c.req.param(),
      query: c.req.query(),
      readBody: () => readBody(bytes, c.req.header('content-type') ?? ''),
    };
    const response = await handle(input, context, { bearer, requestKey, responseHeaders });
    return reply(endpoint, response, responseHeaders, context);
  };
  if (method === 'GET') return await run(null);
  return await handleOnce(deps.runRepeatable, context, c.req.raw, bytes, run);
}

const onlyGet = (): Response => new Response(null, { status: 405, headers: { allow: 'GET' } });

/** The source for `readBytes`; a call within this process has no connection. */
export function bodyOf(c: ApiContext): BodySource {
  const bindings: Bindings | undefined = c.env;
  return { raw: c.req.raw, incoming: bindings?.incoming };
}

async function readBearer(
  endpoint: Endpoint,
  context: RequestContext,
  deps: MountDeps,
): Promise<Bearer | null> {
  if (endpoint.bearer === undefined) return null;
  if (context.bearerToken !== null) return await deps.authenticate(context.bearerToken);
  if (endpoint.bearer === 'required') throw new Problem('unauthorized');
  return null;
}

async function parse(endpoint: Endpoint, input: RawInput, authorize: (params: unknown) => void) {
  const params = parseParams(endpoint.params, input.params);
  authorize(params);
  const query = validate(endpoint.query, input.query);
  if (endpoint.body === undefined) return { params, query, body: undefined };
  return { params, query, body: validate(endpoint.body, await input.readBody()) };
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

function reply(
  endpoint: Endpoint,
  body: unknown,
  headers: Headers,
  context: RequestContext,
): Response {
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  headers.append('vary', 'Accept-Language');
  headers.set('content-language', context.language);
  if (endpoint.response === undefined)
    return new Response(null, { status: endpoint.status ?? 204, headers });
  return createJsonResponse(body, { status: endpoint.status ?? 200, headers });
}
