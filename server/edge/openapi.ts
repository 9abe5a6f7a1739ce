import { z } from 'zod';
import { endpoints, otherEndpoints, type OtherEndpoint } from '#contract/endpoints.ts';
import { paths, type Endpoint, type EndpointName } from '#contract/paths.ts';
import type { ProblemDefinition } from '#contract/problem-messages.ts';
import { problems, type ProblemCode } from '#contract/problems.ts';

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
    const endpoint: Endpoint = endpoints[name];
    if (endpoint.inProcess === true) continue;
    const [method, path] = paths[name];
    const key = path.replaceAll(/:(\w+)/g, '{$1}');
    (documented[key] ??= {})[method.toLowerCase()] = operation(name, method, path);
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
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operation(name: EndpointName, method: string, path: string): Json {
  const endpoint: Endpoint = endpoints[name];
  const security = { required: [{ bearer: [] }], optional: [{}, { bearer: [] }] };
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
  const inPath = propertiesOf(endpoint.params, 'input');
  const inQuery = propertiesOf(endpoint.query, 'input');
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
    ...(endpoint.bearer === undefined ? [] : (['unauthorized', 'session_expired'] as const)),
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

function propertiesOf(schema: z.ZodType | undefined, io: 'input' | 'output') {
  const json = schema === undefined ? {} : toSchema(schema, io);
  return {
    properties: (json['properties'] ?? {}) as Record<string, Json>,
    required: (json['required'] ?? []) as string[],
  };
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
}
