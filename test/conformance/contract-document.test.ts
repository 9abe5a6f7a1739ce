// Routes, contract and OpenAPI document agree, and the document is correct.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endpoints, otherEndpoints } from '#contract/endpoints.ts';
import { paths, type Endpoint, type EndpointName } from '#contract/paths.ts';
import { problems } from '#contract/problems.ts';
import { openApiDocument } from '#server/edge/openapi.ts';
import { operationsOf } from '../fuzz/openapi.ts';
import { arbitraryFrom } from '../fuzz/arbitrary-from.ts';

const document = openApiDocument('Festival', 'https://festival.example');
const operations = operationsOf(document);
const names = Object.keys(paths) as EndpointName[];

test('the document names every call of the contract and every other one, and nothing else', () => {
  const documented = operations.map(({ method, path }) => `${method} ${path}`);
  const mounted = [
    ...names.map((name) => paths[name].join(' ')),
    ...otherEndpoints.map(({ method, path }) => `${method} ${path}`),
  ].map((call) => call.replaceAll(/:(\w+)/g, '{$1}'));
  expect(documented.toSorted()).toEqual(mounted.toSorted());
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
});

test('every parameter of a path is documented, and every problem with its status', () => {
  for (const { operationId, path, parameters, responses } of operations) {
    const inPath = parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name }) => name);
    expect(inPath, operationId).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
    const endpoint: Endpoint | undefined = endpoints[operationId as EndpointName];
    for (const code of endpoint?.problems ?? []) {
      expect(Object.keys(responses), operationId).toContain(String(problems[code].status));
    }
  }
});

describe('the shop accepts what the document allows', () => {
  test.each(names.filter((name) => 'body' in endpoints[name]))('%s', (name) => {
    const operation = operations.find(({ operationId }) => operationId === name);
    const { body }: Endpoint = endpoints[name];
    const schema = operation?.requestBody?.content['application/json']?.schema ?? {};
    fc.assert(
      fc.property(arbitraryFrom(schema), (request) => {
        const parsed = body?.safeParse(request);
        expect(parsed?.error?.issues ?? []).toEqual([]);
      }),
      { numRuns: 100 },
    );
    expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]);
  });
});
