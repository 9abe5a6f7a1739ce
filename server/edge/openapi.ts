import { z } from 'zod';
import { endpoints, otherEndpoints, type OtherEndpoint } from '#contract/endpoints.ts';
import { paths, type Endpoint, type EndpointName } from '#contract/paths.ts';
import type { ProblemDefinition } from '#contract/problem-messages.ts';
import { problems, type ProblemCode } from '#contract/problems.ts';
import { createHash } from 'node:crypto';
import { colours } from '#server/platform/colours.ts';
import type { ApiApp } from '../operations/define-api.ts';
import { escapeHtml } from '../platform/escape-html.ts';

type Json = Record<string, unknown>;

/** Problems that any call may respond with. */
const EVERYWHERE: readonly ProblemCode[] = ['malformed', 'internal', 'unavailable'];
/** Problems of any call that changes something. */
const MUTATING: readonly ProblemCode[] = [
  'too_large',
  'foreign_origin',
  'idempotency_conflict',
  'still_working',
];

/** Problems of a call whose token is not valid. */
const tokenProblems: Record<'required' | 'optional' | 'device' | 'none', readonly ProblemCode[]> = {
  required: ['unauthorized', 'session_expired'],
  optional: ['unauthorized', 'session_expired'],
  device: ['door_token', 'door_revoked', 'door_ended'],
  none: [],
};

/** The body of every problem (api.md, Conventions). */
const problemSchema: Json = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    msgCode: { type: 'integer' },
    error_I18n: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    request_id: { type: 'string' },
  },
};

/** The OpenAPI 3.1 document of the contract: the routes are mounted from the same table. */
export function openApiDocument(title: string, serverUrl: string): Json {
  const documented: Record<string, Json> = {};
  for (const name of Object.keys(paths) as EndpointName[]) {
    const [method, path] = paths[name];
    const key = path.replaceAll(/:(\w+)/g, '{$1}');
    (documented[key] ??= {})[method.toLowerCase()] = describeCall(name, method, path);
  }
  for (const call of otherEndpoints) {
    const key = call.path.replaceAll(/:(\w+)/g, '{$1}');
    (documented[key] ??= {})[call.method.toLowerCase()] = otherOperation(call);
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: serverUrl }],
    paths: documented,
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        device: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a device of the door',
        },
      },
    },
  };
}

function describeCall(name: EndpointName, method: string, path: string): Json {
  const endpoint: Endpoint = endpoints[name];
  const security = {
    required: [{ bearer: [] }],
    optional: [{}, { bearer: [] }],
    device: [{ device: [] }],
  };
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(endpoint.bearer === undefined ? {} : { security: security[endpoint.bearer] }),
    parameters: [...parametersOf(endpoint, path), ...idempotencyKey(method)],
    ...(endpoint.body === undefined ? {} : { requestBody: requestBody(endpoint.body) }),
    responses: responsesOf(endpoint, method !== 'GET'),
  };
}

function otherOperation(call: OtherEndpoint): Json {
  const schema = call.type === 'application/json' ? { type: 'object' } : { type: 'string' };
  const codes = [...new Set([...call.problems, ...EVERYWHERE])];
  return {
    operationId: call.name,
    summary: call.summary,
    parameters: parametersOf({ summary: '', problems: [] }, call.path),
    responses: {
      200: { description: 'Done', content: { [call.type]: { schema } } },
      ...describeProblems(codes),
    },
  };
}

function parametersOf(endpoint: Endpoint, path: string): Json[] {
  const named = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const inPath = propertiesOf(endpoint.params);
  const inQuery = propertiesOf(endpoint.query);
  return [
    ...named.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: inPath.properties[name] ?? { type: 'string' },
    })),
    ...Object.entries(inQuery.properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: inQuery.required.includes(name),
      schema,
    })),
  ];
}

function idempotencyKey(method: string): Json[] {
  if (method === 'GET') return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'The same key gives the same answer again, for 24 hours',
      schema: { type: 'string', maxLength: 255 },
    },
  ];
}

/** Every body is accepted in three formats. */
function requestBody(schema: z.ZodType): Json {
  const content = { schema: toSchema(schema, 'input') };
  return {
    // if every field is optional, so is the body
    required: !schema.safeParse({}).success,
    content: {
      'application/json': content,
      'application/x-www-form-urlencoded': content,
      'multipart/form-data': content,
    },
  };
}

function responsesOf(endpoint: Endpoint, isMutating: boolean): Json {
  const status = String(endpoint.status ?? 200);
  const success =
    endpoint.response === undefined
      ? { description: 'Done' }
      : {
          description: 'Done',
          content: { 'application/json': { schema: toSchema(endpoint.response, 'output') } },
        };
  const codes = new Set<ProblemCode>([
    ...endpoint.problems,
    ...tokenProblems[endpoint.bearer ?? 'none'],
    ...EVERYWHERE,
    ...(isMutating ? MUTATING : []),
    ...(endpoint.body === undefined ? [] : (['media_type', 'invalid'] as const)),
  ]);
  const { redirects } = endpoint;
  return {
    [status]: success,
    ...(redirects === undefined ? {} : { 302: { description: redirects } }),
    ...describeProblems([...codes]),
  };
}

function describeProblems(codes: ProblemCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => String(problems[code].status));
  return Object.fromEntries([...byStatus].map(describeStatus));
}

const RETRY_LATER = ['429', '503'];
const RETRY_HEADER = {
  headers: { 'Retry-After': { description: 'in seconds', schema: { type: 'integer' } } },
};

function describeStatus([status, codes]: [string, ProblemCode[]]): [string, Json] {
  const texts = codes.map((code) => (problems[code] as ProblemDefinition).message.en);
  const schema = { $ref: '#/components/schemas/Problem' };
  const response = { description: texts.join(' · '), content: { 'application/json': { schema } } };
  return [status, { ...response, ...(RETRY_LATER.includes(status) ? RETRY_HEADER : {}) }];
}

function propertiesOf(schema: z.ZodType | undefined) {
  const json = schema === undefined ? {} : toSchema(schema, 'input');
  return {
    properties: (json['properties'] ?? {}) as Record<string, Json>,
    required: (json['required'] ?? []) as string[],
  };
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;' +
  `color:${colours.ink};background:${colours.paper}}` +
  'h2{margin:2.5rem 0 .25rem;font-size:1.1rem}code,pre{font:14px/1.5 ui-monospace,monospace}' +
  `pre{overflow:auto;background:${colours.panel};padding:1rem}` +
  'b{display:inline-block;min-width:3.5rem}a{color:inherit}' +
  'summary{cursor:pointer;padding:.5rem 0}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

interface Operation {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

/** The document at /api/openapi.json and its readable view at /api/docs (api.md). */
export function mountApiDocs(app: ApiApp, title: () => string, publicUrl: () => string): void {
  app.get('/api/openapi.json', (c) => {
    c.header('cache-control', 'no-cache');
    return c.json(openApiDocument(title(), publicUrl()));
  });
  app.get('/api/docs', (c) => {
    c.header(
      'content-security-policy',
      `default-src 'none'; img-src 'self'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'`,
    );
    return c.html(page(title(), openApiDocument(title(), publicUrl())));
  });
}

function page(title: string, document: Record<string, unknown>): string {
  const described = document['paths'] as Record<string, Record<string, Operation>>;
  const sections = Object.entries(described).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      section(method.toUpperCase(), path, operation),
    ),
  );
  return (
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>API – ${escapeHtml(title)}</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body>` +
    `<h1>API</h1><p>Generated from the contract. <a href="/api/openapi.json">OpenAPI 3.1 document</a></p>` +
    `${sections.join('')}</body></html>`
  );
}

function section(method: string, path: string, operation: Operation): string {
  const body = operation.requestBody?.content['application/json']?.schema;
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const schema = status.startsWith('2')
      ? response.content?.['application/json']?.schema
      : undefined;
    return `<li><b>${status}</b> ${escapeHtml(response.description)}${schema === undefined ? '' : details('Response', schema)}</li>`;
  });
  return (
    `<h2 id="${operation.operationId}"><b>${method}</b> <code>${escapeHtml(path)}</code></h2>` +
    `<p>${escapeHtml(operation.summary)}</p>${body === undefined ? '' : details('Request', body)}<ul>${responses.join('')}</ul>`
  );
}

function details(label: string, schema: unknown): string {
  return `<details><summary>${label}</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`;
}
