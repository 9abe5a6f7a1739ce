import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import {
  closeServer,
  type ConnectionHandler,
  createHttpServer,
  listen,
} from '../platform/http/http-server.ts';
import {
  toGetRequest,
  encodeFor,
  sendEncoded,
  type CachedResponse,
  type GetRequest,
} from '../platform/http/cached-response.ts';
import { attachFastPath } from './http-fast-path.ts';

const KEEP_ALIVE_MS = 65_000;
const page: CachedResponse = {
  status: 200,
  headers: { etag: '"1"', 'content-type': 'text/plain', vary: 'Accept-Encoding' },
  etag: '"1"',
  bytes: Buffer.from(`the page${' '.repeat(300)}`),
  brotli: Buffer.from('as brotli'),
  gzip: Buffer.from('as gzip'),
};
/** More than a connection buffers at once. */
const big: CachedResponse = {
  ...page,
  bytes: Buffer.alloc(8_000_000, 'b'),
  brotli: null,
  gzip: null,
};
const cache = new Map([
  ['/page', page],
  ['/big', big],
]);

const open: { server: Server; fastPath?: ConnectionHandler }[] = [];
afterEach(async () => {
  for (const { server, fastPath } of open.splice(0)) await closeServer(server, fastPath);
});

/** A server with or without the fast path; responds with method, address and body to what is not cached. */
async function start(
  withFastPath = true,
  keepAliveMs = KEEP_ALIVE_MS,
  limits: { stalledMs?: number; firstByteMs?: number } = {},
) {
  const server = createHttpServer(limits.stalledMs);
  let byHttp = 0;
  server.on('request', (request: IncomingMessage, response) => {
    byHttp++;
    const cached = cache.get(request.url ?? '');
    if (cached !== undefined && request.method === 'GET') {
      return sendEncoded(request, response, encodeFor(cached, toGetRequest(request)));
    }
    void readAll(request).then((body) => response.end(`${request.method} ${request.url} ${body}`));
  });
  const find = (request: GetRequest) => {
    const cached = cache.get(request.url);
    return cached === undefined ? null : encodeFor(cached, request);
  };
  const fastPath = withFastPath
    ? attachFastPath(server, find, keepAliveMs, limits.firstByteMs)
    : undefined;
  const port = await listen(server, 0, '127.0.0.1');
  open.push({ server, ...(fastPath === undefined ? {} : { fastPath }) });
  return { server, fastPath, port, byHttp: () => byHttp };
}

const GET = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n');
/** The last one of a connection, so that it ends. */
const LAST = GET('/other', 'Connection: close');

/** Sends each chunk after the response to the previous one; returns all responses. */
async function talk(port: number, chunks: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  const rest = [...chunks];
  const next = () => socket.write(rest.shift() ?? '');
  socket.on('data', (data: Buffer) => {
    received += data.toString('latin1');
    if (rest.length > 0) next();
  });
  next();
  await new Promise((resolve) => socket.once('close', resolve));
  return received.replaceAll(/date: [^\r]*/gi, 'date: now');
}

/** The lines of each response, without the differences in order and case that HTTP ignores. */
const plain = (responses: string) =>
  responses.split(/(?=HTTP\/1\.1 )/).map((response) =>
    response
      .split('\r\n')
      .map((line) => line.replace(/^[\w-]+(?=:)/, (name) => name.toLowerCase()))
      .toSorted(),
  );

test.each([
  ['plain', GET('/page')],
  ['gzip', GET('/page', 'Accept-Encoding: gzip')],
  ['brotli', GET('/page', 'Accept-Encoding: gzip, br')],
  ['known', GET('/page', 'If-None-Match: "1"')],
])('%s: the same response as by Node’s own HTTP', async (_name, request) => {
  const fast = await start();
  const own = await start(false);
  const responses = await talk(fast.port, [request, request, LAST]);
  expect(plain(responses)).toEqual(plain(await talk(own.port, [request, request, LAST])));
  expect(responses).toContain('date: now');
  expect(fast.byHttp()).toBe(1);
});

test('a connection passes to Node’s HTTP with its first other request, which is not lost', async () => {
  const { port, byHttp } = await start();
  const body = 'x'.repeat(100_000);
  const post = `POST /order HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`;
  const responses = await talk(port, [GET('/page'), post + body, GET('/page'), LAST]);
  expect(responses).toContain(`POST /order ${body}`);
  expect(responses.match(/the page/g)).toHaveLength(2);
  expect(byHttp()).toBe(3);
});

test('a body that arrives in chunks after its head is complete', async () => {
  const { port } = await start();
  const socket = connect(port, '127.0.0.1');
  const response = readAll(socket);
  const send = (chunk: string) => new Promise((resolve) => socket.write(chunk, resolve));
  await send('POST /order HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-');
  await send('Length: 6\r\n\r\nabc');
  await send('def');
  expect(await response).toContain('POST /order abcdef');
});

test('pipelined requests get their responses in sequence', async () => {
  const { port } = await start();
  const responses = await talk(port, [GET('/page') + GET('/a') + GET('/page') + LAST]);
  expect(responses.match(/the page|GET \/\w+/g)).toEqual([
    'the page',
    'GET /a',
    'the page',
    'GET /other',
  ]);
});

test('a client that does not read gets no second response before it has read the first', async () => {
  const { port, byHttp } = await start();
  const socket = connect(port, '127.0.0.1').pause();
  socket.write(GET('/big'));
  await new Promise((resolve) => socket.once('readable', resolve));
  socket.write(GET('/big'));
  socket.write(LAST);
  let length = 0;
  for await (const data of socket) length += (data as Buffer).byteLength;
  expect(length).toBeGreaterThan(16_000_000);
  expect(byHttp()).toBe(2);
});

test('malformed HTTP is refused as without the fast path', async () => {
  const { port } = await start();
  expect(await talk(port, [GET('/page'), 'GET / HTTP/1.1\r\nHost : a\r\n\r\n'])).toMatch(
    /the page.*400 Bad Request/s,
  );
});

const closed = (socket: Socket) =>
  new Promise<void>((resolve) => socket.once('close', () => resolve()));

test('an idle connection ends', async () => {
  const { port } = await start(true, 50);
  const socket = connect(port, '127.0.0.1').resume();
  await closed(socket);
});

test('a connection that sends nothing ends sooner than one that was used', async () => {
  const { port, server } = await start(true, KEEP_ALIVE_MS, { firstByteMs: 50 });
  const used = connect(port, '127.0.0.1');
  used.write(GET('/page'));
  await new Promise((resolve) => used.once('data', resolve));
  await closed(connect(port, '127.0.0.1').resume());
  const count = await new Promise((resolve) => server.getConnections((_e, n) => resolve(n)));
  expect(count).toBe(1);
  used.destroy();
});

test.each([true, false])(
  'a client that never reads is disconnected; with fast path: %s',
  async (withFastPath) => {
    const { port, server } = await start(withFastPath, 50, { stalledMs: 50 });
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    // the second one passes to Node's HTTP
    socket.write(GET('/big'));
    socket.write(GET('/big') + GET('/big'));
    const count = () =>
      new Promise((resolve) => server.getConnections((_error, number) => resolve(number)));
    await expect.poll(count).toBe(1);
    await expect.poll(count).toBe(0);
    socket.destroy();
  },
);

test.each([true, false])(
  'a response that is never read is reset when its time is over; with fast path: %s',
  async (withFastPath) => {
    const stalledMs = 2_000;
    const { port, server } = await start(withFastPath, stalledMs, { stalledMs });
    const socket = connect(port, '127.0.0.1').pause();
    socket.write(GET('/big'));
    const [onServer] = (await once(server, 'connection')) as [Socket];
    const late = new Promise((resolve) => setTimeout(resolve, 1.6 * stalledMs, 'late'));
    expect(await Promise.race([late, closed(onServer).then(() => 'in time')])).toBe('in time');
    // what the kernel had not sent yet is lost
    const [error] = (await once(socket.resume(), 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNRESET');
  },
);

test('the connection of a client that hangs up ends', async () => {
  const { port, server } = await start();
  const socket = connect(port, '127.0.0.1', () => socket.end(GET('/page')));
  expect(await readAll(socket)).toContain('the page');
  const count = () =>
    new Promise((resolve) => server.getConnections((_error, number) => resolve(number)));
  await expect.poll(count).toBe(0);
});

test('closing: an idle connection ends, a request gets `Connection: close`', async () => {
  const { port, server, fastPath } = await start();
  const idle = connect(port, '127.0.0.1').resume();
  const busy = connect(port, '127.0.0.1');
  await new Promise((resolve) => {
    busy.once('data', resolve);
    busy.write(GET('/page'));
  });
  const down = closeServer(server, fastPath);
  busy.write(GET('/page'));
  expect(await readAll(busy)).toMatch(/connection: close/i);
  await closed(idle);
  await down;
});
