import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { JsonSchema, Operation } from './openapi.ts';
import { arbitraryFrom } from './arbitrary-from.ts';
import { hostileText, hostileValue } from './hostile-values.ts';

/** A request that is sent unchanged. With `isBinary`, each character of `body` is one byte. */
export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
  isBinary: boolean;
}

/** Valid values by field name, so that requests pass the first checks. */
export type KnownValues = Record<string, unknown[]>;

/** Requests to a documented call, from valid to entirely invalid. */
export function fuzzRequest(operation: Operation, known: KnownValues): Arbitrary<FuzzRequest> {
  const { method } = operation;
  return fc
    .record({
      path: fuzzPath(operation, known),
      headers: fuzzHeaders(operation, known),
      content: fuzzContent(operation, known),
    })
    .map(({ path, headers, content }) => ({
      method,
      path,
      headers: { ...content.headers, ...headers },
      body: content.body,
      isBinary: content.isBinary ?? false,
    }));
}

function validValue(name: string, schema: JsonSchema, known: KnownValues): Arbitrary<unknown> {
  const values = known[name];
  if (values === undefined) return arbitraryFrom(schema);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...values) },
    { weight: 1, arbitrary: arbitraryFrom(schema) },
  );
}

function valueOf(name: string, schema: JsonSchema, known: KnownValues): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 3, arbitrary: validValue(name, schema, known) },
    { weight: 1, arbitrary: hostileValue() },
  );
}

function fuzzPath(operation: Operation, known: KnownValues): Arbitrary<string> {
  const parameters = operation.parameters.filter((parameter) => parameter.in !== 'header');
  const values = fc.tuple(
    ...parameters.map(({ name, schema }) =>
      valueOf(
        known[`${operation.operationId}.${name}`] === undefined
          ? name
          : `${operation.operationId}.${name}`,
        schema,
        known,
      ).map(encode),
    ),
  );
  return values.map((given) => {
    let path = operation.path;
    const query: string[] = [];
    for (const [n, parameter] of parameters.entries()) {
      const value = given[n] ?? '';
      if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, () => value);
      else query.push(`${parameter.name}=${value}`);
    }
    return query.length === 0 ? path : `${path}?${query.join('&')}`;
  });
}

/** Percent-encodes a segment; a lone surrogate becomes bytes that are not UTF-8. */
function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // request heads above 16 kB never reach a route
  const short = text.slice(0, 1_000);
  const encoded = short.isWellFormed()
    ? encodeURIComponent(short)
    : encodeURIComponent(short.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80');
  // an empty segment or one of dots would change the path
  return /^\.{0,2}$/.test(encoded) ? `x${encoded}` : encoded;
}

function fuzzHeaders(operation: Operation, known: KnownValues): Arbitrary<Record<string, string>> {
  const header = hostileText().map((text) => headerText(text).slice(0, 2_000));
  const tokens = (known['bearer'] ?? []).map((token) => `Bearer ${String(token)}`);
  const sessions = (known['sessionId'] ?? []).map((id) => `cart_session=${String(id)}`);
  return fc
    .record(
      {
        authorization: fc.oneof(
          fc.constantFrom('Bearer x', 'Basic eDp5', 'Bearer', ...tokens),
          header,
        ),
        cookie: fc.oneof(fc.constantFrom('cart_session=1', '=;;=', ...sessions), header),
        'accept-language': fc.oneof(fc.constantFrom('de', 'en;q=0.5', '*;q=9', 'de;q=x,,'), header),
        accept: fc.oneof(fc.constantFrom('text/html', '*/*;q=0', ';;,'), header),
        origin: fc.oneof(fc.constantFrom('null', 'https://evil.example'), header),
        host: fc.oneof(fc.constantFrom('x', 'a b', '[::1', 'localhost:99999', ''), header),
        'idempotency-key': fc.oneof(fc.constantFrom('a', 'b'.repeat(300)), header),
        'if-none-match': fc.oneof(fc.constantFrom('*', 'W/"x"', '"'), header),
        'x-forwarded-for': fc.oneof(fc.constantFrom('1.2.3.4', '::1', 'unknown, x'), header),
        'stripe-signature': header,
        'content-type': fc.oneof(
          fc.constantFrom('text/plain', 'application/json;charset=x', 'multipart/form-data', '/'),
          header,
        ),
      },
      { requiredKeys: [] },
    )
    .chain((headers) =>
      fc
        .tuple(
          fc.shuffledSubarray(Object.keys(headers)),
          fc.constantFrom(0, 0, 0, 0, 1, 1, 3),
          fc.constantFrom(...authorizationsFor(operation, tokens)),
        )
        .map(([order, count, own]) => {
          const some = order
            .slice(0, count)
            .map((name) => [name, headers[name as keyof typeof headers] ?? '']);
          return { ...own, ...(Object.fromEntries(some) as Record<string, string>) };
        }),
    );
}

/** Calls that accept a token mostly get one. */
function authorizationsFor(operation: Operation, tokens: string[]): Record<string, string>[] {
  if (operation.security === undefined) return [{}];
  return [{}, ...[...tokens, ...tokens, ...tokens].map((authorization) => ({ authorization }))];
}

/** Keeps only what Node sends in a header: Latin-1 without control characters. */
function headerText(text: string): string {
  return Array.from(text)
    .filter((c) => c >= ' ' && c !== '\u007f' && c <= '\u00ff')
    .join('');
}

interface Content {
  headers: Record<string, string>;
  body: string | null;
  isBinary?: boolean;
}

function fuzzContent(operation: Operation, known: KnownValues): Arbitrary<Content> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (schema === undefined) {
    if (operation.method === 'GET') return fc.constant({ headers: {}, body: null });
    return fc.oneof(fc.constant({ headers: {}, body: null }), garbage());
  }
  const fields = fuzzFields(schema, known);
  return fc.oneof(
    { weight: 6, arbitrary: fields.map(asJson) },
    { weight: 3, arbitrary: fields.map(asForm) },
    { weight: 3, arbitrary: fields.chain(asMultipart) },
    { weight: 1, arbitrary: garbage() },
  );
}

/** Mostly one field is invalid, or none: a request with many errors does not pass the first check. */
function fuzzFields(schema: JsonSchema, known: KnownValues): Arbitrary<Record<string, unknown>> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  const names = properties.map(([name]) => name);
  const valid = Object.fromEntries(
    properties.map(([name, property]) => [name, validValue(name, property, known)]),
  );
  const extra = fc.dictionary(
    fc.constantFrom('__proto__', 'constructor', '', 'extra', 'then'),
    hostileValue(),
    { maxKeys: 1 },
  );
  return fc
    .tuple(
      fc.record(valid, { requiredKeys: names }),
      fc.tuple(...names.map(() => hostileValue())),
      fc.shuffledSubarray(names),
      fc.constantFrom(0, 0, 0, 1, 1, 1, 2, names.length),
      extra,
      fc.integer({ min: 0, max: 9 }),
    )
    .map(([all, wrong, order, count, more, dice]) => {
      const fields: Record<string, unknown> = { ...all };
      if (typeof fields['password'] === 'string') {
        fields['password_confirmation'] = fields['password'];
      }
      for (const name of order.slice(0, count)) {
        if (dice < 7) fields[name] = wrong[names.indexOf(name)];
        else delete fields[name];
      }
      return dice === 0 ? { ...fields, ...more } : fields;
    });
}

const asJson = (fields: Record<string, unknown>): Content => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(fields),
});

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const asForm = (fields: Record<string, unknown>): Content => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: Object.entries(fields)
    .map(([name, value]) => `${encode(name)}=${encode(textOf(value))}`)
    .join('&'),
});

function asMultipart(fields: Record<string, unknown>): Arbitrary<Content> {
  return fc.integer({ min: 0, max: 7 }).map((dice) => {
    const parts = Object.entries(fields).map(([name, value], n) => {
      const file = dice === n ? '; filename="x.png"\r\nContent-Type: image/png' : '';
      const safe = name.replaceAll(/["\r\n]/g, '');
      return `--limit\r\nContent-Disposition: form-data; name="${safe}"${file}\r\n\r\n${textOf(value)}\r\n`;
    });
    const end = dice === 7 ? '' : '--limit--\r\n';
    const type = 'multipart/form-data; boundary=limit';
    return { headers: { 'content-type': type }, body: `${parts.join('')}${end}` };
  });
}

function garbage(): Arbitrary<Content> {
  const types = [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=limit',
    'multipart/form-data; boundary=""',
    'text/plain',
    'application/problem+json',
  ];
  return fc
    .tuple(
      fc.constantFrom(...types),
      fc.oneof(
        fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
        fc.constantFrom('{', '[]', 'null', '{"a":1}}', '%', 'a=%ff%fe&%00=1', '--limit\r\n\r\n'),
        fc.constantFrom(
          '['.repeat(100_000),
          `{"sessionId":${'[1,'.repeat(30_000)}`,
          'x'.repeat(300_000),
        ),
      ),
    )
    .map(([type, body]) => ({ headers: { 'content-type': type }, body, isBinary: true }));
}
