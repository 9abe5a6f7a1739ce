import type { IncomingMessage } from 'node:http';
import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { endpoints, type ResponseOf, type Endpoint, type Parsed } from '#contract/endpoints.ts';
import { paths, type EndpointName } from '#contract/paths.ts';
import type { Bearer, Call } from './call.ts';
import { handleOnce } from './idempotency.ts';
import { jsonResponse } from './json-response.ts';
import { Problem } from './problem.ts';
import { type BodySource, readBody, readBytes, validate } from './read-body.ts';
import type { RequestContext } from './request-context.ts';
import type { Db } from '../database/database.ts';

/** What mounting needs of the rest: who a token belongs to, and where answered requests are kept. */
export interface MountDeps {
  db: Db;
  /** 401 unknown or ended, 419 expired; `null` for no token at all. */
  authenticate: (token: string) => Promise<Bearer>;
  /** Called with every call before its handler, `fields` being parameters and body; refuses with 429. */
  limit: (
    name: EndpointName,
    facts: RequestContext,
    fields: unknown,
    bearer: Bearer | null,
  ) => Promise<void>;
}

export type Variables = { facts: RequestContext };
/** Who is at the other end of the connection, and the connection's request; set by the listener. */
export type Bindings = { peer?: string; incoming?: IncomingMessage };
export type ApiApp = Hono<{ Variables: Variables; Bindings: Bindings }>;
type ApiContext = Context<{ Variables: Variables; Bindings: Bindings }>;
type Handler<Name extends EndpointName> = (
  call: Call<Name>,
) => Promise<ResponseOf<Name>> | ResponseOf<Name>;

/** Binds one endpoint of the contract to its handler: path, validation, bearer, limits, one response per key. */
export type Mount = <Name extends EndpointName>(name: Name, handler: Handler<Name>) => void;

/** What a call carries before validation; the body is read only once parameters and query are good. */
export interface RawInput {
  params: object;
  query: object;
  readBody: () => unknown;
}

/** An endpoint with its handler, as a request over HTTP and a page in this process both call it. */
export interface MountedEndpoint {
  endpoint: Endpoint;
  /** 401 unknown or ended, 419 expired. null: nobody is signed in, and the endpoint allows it. */
  readBearer: (facts: RequestContext) => Promise<Bearer | null>;
  /** Validates, counts and handles; `answerHeaders` collects what the response shall carry. */
  handle: (
    input: RawInput,
    facts: RequestContext,
    rest: { bearer: Bearer | null; requestKey: Buffer | null; answerHeaders: Headers },
  ) => Promise<unknown>;
  tools: MountDeps;
}

const mounted = new WeakMap<ApiApp, Map<EndpointName, MountedEndpoint>>();

/** The endpoint that `createMount` bound to this name. */
export function getMounted(app: ApiApp, name: EndpointName): MountedEndpoint {
  const found = mounted.get(app)?.get(name);
  if (found === undefined) throw new Error(`the endpoint ${name} is not mounted`);
  return found;
}

/** A `Mount` on this app. */
export function createMount(app: ApiApp, tools: MountDeps): Mount {
  const byName = new Map<EndpointName, MountedEndpoint>();
  mounted.set(app, byName);
  return (name, handler) => {
    const [method, path] = paths[name];
    const endpoint = toMounted(name, handler, tools);
    byName.set(name, endpoint);
    if (endpoint.endpoint.inProcess === true) return;
    // `PUT /:id` must not swallow every one-segment path
    app.on(method, path.replace(/^\/:id$/, '/:id{[0-9]+}'), (c) => serveCall(c, method, endpoint));
  };
}

function toMounted<Name extends EndpointName>(
  name: Name,
  handler: Handler<Name>,
  tools: MountDeps,
): MountedEndpoint {
  const endpoint: Endpoint = endpoints[name];
  return {
    endpoint,
    tools,
    readBearer: (facts) => readBearer(endpoint, facts, tools),
    async handle(input, facts, rest) {
      const parsed = await parse(endpoint, input);
      await tools.limit(name, facts, Object.assign({}, parsed.params, parsed.body), rest.bearer);
      return await handler({ ...(parsed as Parsed<Name>), ...facts, ...rest });
    },
  };
}

/** Answers a call that came over HTTP. */
async function serveCall(
  c: ApiContext,
  method: string,
  { endpoint, readBearer: bearerFor, handle, tools }: MountedEndpoint,
): Promise<Response> {
  if (endpoint.changes && c.req.method === 'HEAD') return onlyGet();
  const facts = c.get('facts');
  // an response that says nothing is repeated also to a token that has just ended (a second log out)
  const isSilent = endpoint.response === undefined;
  const known = isSilent ? undefined : await bearerFor(facts);
  const bytes = method === 'GET' ? new Uint8Array() : await readBytes(bodyOf(c));
  const run = async (requestKey: Buffer | null): Promise<Response> => {
    const bearer = known === undefined ? await bearerFor(facts) : known;
    const answerHeaders = new Headers();
    const input = {
      params: c.req.param(),
      query: c.req.query(),
      readBody: () => readBody(bytes, c.req.header('content-type') ?? ''),
    };
    const response = await handle(input, facts, { bearer, requestKey, answerHeaders });
    return reply(endpoint, response, answerHeaders, facts);
  };
  return method === 'GET'
    ? await run(null)
    : await handleOnce(tools.db, facts, c.req.raw, bytes, run);
}

const onlyGet = (): Response => new Response(null, { status: 405, headers: { allow: 'GET' } });

/** What `readBytes` reads; an app that is asked without a connection has none. */
export function bodyOf(c: ApiContext): BodySource {
  const bindings: Bindings | undefined = c.env;
  return { raw: c.req.raw, incoming: bindings?.incoming };
}

async function readBearer(
  endpoint: Endpoint,
  facts: RequestContext,
  tools: MountDeps,
): Promise<Bearer | null> {
  if (endpoint.bearer === undefined) return null;
  if (facts.bearerToken !== null) return await tools.authenticate(facts.bearerToken);
  if (endpoint.bearer === 'required') throw new Problem('unauthorized');
  return null;
}

async function parse(endpoint: Endpoint, input: RawInput) {
  const params = parseParams(endpoint.params, input.params);
  const query = validate(endpoint.query, input.query);
  if (endpoint.body === undefined) return { params, query, body: undefined };
  return { params, query, body: validate(endpoint.body, await input.readBody()) };
}

/** A broken id or name in the path is an unknown thing (404); a broken session id is a broken field (422). */
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
  facts: RequestContext,
): Response {
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  headers.append('vary', 'Accept-Language');
  headers.set('content-language', facts.language);
  if (endpoint.response === undefined)
    return new Response(null, { status: endpoint.status ?? 204, headers });
  return jsonResponse(body, { status: endpoint.status ?? 200, headers });
}
