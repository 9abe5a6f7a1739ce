import { Agent, request as httpRequest } from 'node:http';
import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { JsonSchema, Operation } from './document.ts';
import { fromSchema } from './from-schema.ts';
import { nastyText, nastyValue } from './nasty.ts';

/** A request to be sent as it is; `body` in bytes, one per character where `isBinary`. */
export interface Wild {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
  isBinary: boolean;
}

/** Good values by the name of the field, so that wild requests get past the first doors. */
export type Known = Record<string, unknown[]>;

/** Requests to a documented call, from quite right to quite wrong. */
export function wildRequest(operation: Operation, known: Known): Arbitrary<Wild> {
  const { method } = operation;
  return fc
    .record({
      path: wildPath(operation, known),
      headers: wildHeaders(operation, known),
      content: wildContent(operation, known),
    })
    .map(({ path, headers, content }) => ({
      method,
      path,
      headers: { ...content.headers, ...headers },
      body: content.body,
      isBinary: content.isBinary ?? false,
    }));
}

function goodValue(name: string, schema: JsonSchema, known: Known): Arbitrary<unknown> {
  const values = known[name];
  if (values === undefined) return fromSchema(schema);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...values) },
    { weight: 1, arbitrary: fromSchema(schema) },
  );
}

function valueOf(name: string, schema: JsonSchema, known: Known): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 3, arbitrary: goodValue(name, schema, known) },
    { weight: 1, arbitrary: nastyValue() },
  );
}

function wildPath(operation: Operation, known: Known): Arbitrary<string> {
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

/** One segment: percent signs for all that is not plain; a lone surrogate becomes bytes that are no UTF-8. */
function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // a head above 16 kB never reaches a route
  const short = text.slice(0, 1_000);
  const encoded = short.isWellFormed()
    ? encodeURIComponent(short)
    : encodeURIComponent(short.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80');
  // an empty segment or one of dots is another path
  return /^\.{0,2}$/.test(encoded) ? `x${encoded}` : encoded;
}

function wildHeaders(operation: Operation, known: Known): Arbitrary<Record<string, string>> {
  const header = nastyText().map((text) => plain(text).slice(0, 2_000));
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
          fc.constantFrom(...signedIn(operation, tokens)),
        )
        .map(([order, count, own]) => {
          const some = order
            .slice(0, count)
            .map((name) => [name, headers[name as keyof typeof headers] ?? '']);
          return { ...own, ...(Object.fromEntries(some) as Record<string, string>) };
        }),
    );
}

/** Where a call knows customers, mostly one asks. */
function signedIn(operation: Operation, tokens: string[]): Record<string, string>[] {
  if (operation.security === undefined) return [{}];
  return [{}, ...[...tokens, ...tokens, ...tokens].map((authorization) => ({ authorization }))];
}

/** What a header may hold on the wire: bytes, no controls. */
function plain(text: string): string {
  // oxlint keeps control characters out of patterns, so they are told by their number
  return Array.from(text)
    .filter((c) => c >= ' ' && c !== '\u007f' && c <= '\u00ff')
    .join('');
}

interface Content {
  headers: Record<string, string>;
  body: string | null;
  isBinary?: boolean;
}

function wildContent(operation: Operation, known: Known): Arbitrary<Content> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (schema === undefined) {
    if (operation.method === 'GET') return fc.constant({ headers: {}, body: null });
    return fc.oneof(fc.constant({ headers: {}, body: null }), garbage());
  }
  const fields = wildFields(schema, known);
  return fc.oneof(
    { weight: 6, arbitrary: fields.map(asJson) },
    { weight: 3, arbitrary: fields.map(asForm) },
    { weight: 3, arbitrary: fields.chain(asMultipart) },
    { weight: 1, arbitrary: garbage() },
  );
}

/** Mostly one field is wrong, or none: what is wrong all over gets no further than the first door. */
function wildFields(schema: JsonSchema, known: Known): Arbitrary<Record<string, unknown>> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  const names = properties.map(([name]) => name);
  const good = Object.fromEntries(
    properties.map(([name, property]) => [name, goodValue(name, property, known)]),
  );
  const extra = fc.dictionary(
    fc.constantFrom('__proto__', 'constructor', '', 'extra', 'then'),
    nastyValue(),
    { maxKeys: 1 },
  );
  return fc
    .tuple(
      fc.record(good, { requiredKeys: names }),
      fc.tuple(...names.map(() => nastyValue())),
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

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** What came back. */
export interface Answer {
  status: number;
  type: string;
  text: string;
}

/** Sends a request as it is; null when the connection was ended without an answer. */
export function send(url: string, wild: Wild): Promise<Answer | null> {
  return new Promise((resolve) => {
    const body =
      wild.body === null ? null : Buffer.from(wild.body, wild.isBinary ? 'latin1' : 'utf8');
    const { hostname, port } = new URL(url);
    const length = body === null ? {} : { 'content-length': String(body.byteLength) };
    const request = httpRequest(
      {
        agent,
        hostname,
        port,
        method: wild.method,
        path: wild.path,
        headers: { accept: 'application/json', ...wild.headers, ...length },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', () => resolve(null));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    request.on('error', () => resolve(null));
    request.setTimeout(20_000, () => request.destroy());
    request.end(body ?? undefined);
  });
}
