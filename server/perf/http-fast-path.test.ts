import type { IncomingMessage, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { closeServer, createHttpServer, listen } from '../platform/http/http-server.ts';
import {
  toGetRequest,
  encodeFor,
  sendEncoded,
  type CachedResponse,
  type GetRequest,
} from '../platform/http/cached-response.ts';
import { openQuickLane, type QuickLane } from './http-fast-path.ts';

const KEEP_ALIVE = 65_000;
const page: CachedResponse = {
  status: 200,
  headers: { etag: '"1"', 'content-type': 'text/plain', vary: 'Accept-Encoding' },
  etag: '"1"',
  bytes: Buffer.from(`the page${' '.repeat(300)}`),
  brotli: Buffer.from('as brotli'),
  gzip: Buffer.from('as gzip'),
};
/** More than a connection takes at once. */
const big: CachedResponse = {
  ...page,
  bytes: Buffer.alloc(8_000_000, 'b'),
  brotli: null,
  gzip: null,
};
const memory = new Map([
  ['/page', page],
  ['/big', big],
]);

const open: { server: Server; lane?: QuickLane }[] = [];
afterEach(async () => {
  for (const { server, lane } of open.splice(0)) await closeServer(server, lane);
});

/** A server with or without the lane; what is not in memory is answered with method, address and body. */
async function start(withLane = true, keepAlive = KEEP_ALIVE) {
  const server = createHttpServer();
  let byHttp = 0;
  server.on('request', (request: IncomingMessage, response) => {
    byHttp++;
    const kept = memory.get(request.url ?? '');
    if (kept !== undefined && request.method === 'GET') {
      return sendEncoded(request, response, encodeFor(kept, toGetRequest(request)));
    }
    void readAll(request).then((body) => response.end(`${request.method} ${request.url} ${body}`));
  });
  const find = (request: GetRequest) => {
    const kept = memory.get(request.url);
    return kept === undefined ? null : encodeFor(kept, request);
  };
  const lane = withLane ? openQuickLane(server, find, keepAlive) : undefined;
  const port = await listen(server, 0, '127.0.0.1');
  open.push({ server, ...(lane === undefined ? {} : { lane }) });
  return { server, lane, port, byHttp: () => byHttp };
}

const GET = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n');
/** The last one of a connection, so that it ends. */
const LAST = GET('/other', 'Connection: close');

/** Says the pieces one after the other, each when the answer to the one before is there; gives all answers. */
async function talk(port: number, pieces: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  const rest = [...pieces];
  const next = () => socket.write(rest.shift() ?? '');
  socket.on('data', (data: Buffer) => {
    said += data.toString('latin1');
    if (rest.length > 0) next();
  });
  next();
  await new Promise((resolve) => socket.once('close', resolve));
  return said.replaceAll(/date: [^\r]*/gi, 'date: now');
}

/** Each answer's lines without their order and spelling, as HTTP understands them. */
const plain = (answers: string) =>
  answers.split(/(?=HTTP\/1\.1 )/).map((answer) =>
    answer
      .split('\r\n')
      .map((line) => line.replace(/^[\w-]+(?=:)/, (name) => name.toLowerCase()))
      .toSorted(),
  );

test.each([
  ['plain', GET('/page')],
  ['gzip', GET('/page', 'Accept-Encoding: gzip')],
  ['brotli', GET('/page', 'Accept-Encoding: gzip, br')],
  ['known', GET('/page', 'If-None-Match: "1"')],
])('%s: the same answer as by Node’s own HTTP', async (_name, request) => {
  const quick = await start();
  const own = await start(false);
  const answers = await talk(quick.port, [request, request, LAST]);
  expect(plain(answers)).toEqual(plain(await talk(own.port, [request, request, LAST])));
  expect(answers).toContain('date: now');
  expect(quick.byHttp()).toBe(1);
});

test('a connection changes to Node’s HTTP with its first other request, which is not lost', async () => {
  const { port, byHttp } = await start();
  const body = 'x'.repeat(100_000);
  const post = `POST /order HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`;
  const answers = await talk(port, [GET('/page'), post + body, GET('/page'), LAST]);
  expect(answers).toContain(`POST /order ${body}`);
  expect(answers.match(/the page/g)).toHaveLength(2);
  expect(byHttp()).toBe(3);
});

test('a body that comes in pieces after its head arrives whole', async () => {
  const { port } = await start();
  const socket = connect(port, '127.0.0.1');
  const answer = readAll(socket);
  const send = (piece: string) => new Promise((resolve) => socket.write(piece, resolve));
  await send('POST /order HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-');
  await send('Length: 6\r\n\r\nabc');
  await send('def');
  expect(await answer).toContain('POST /order abcdef');
});

test('requests sent without waiting are answered in their order', async () => {
  const { port } = await start();
  const answers = await talk(port, [GET('/page') + GET('/a') + GET('/page') + LAST]);
  expect(answers.match(/the page|GET \/\w+/g)).toEqual([
    'the page',
    'GET /a',
    'the page',
    'GET /other',
  ]);
});

test('who does not read gets no second answer until he has read the first', async () => {
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

test('what is no HTTP is refused as ever', async () => {
  const { port } = await start();
  expect(await talk(port, [GET('/page'), 'GET / HTTP/1.1\r\nHost : a\r\n\r\n'])).toMatch(
    /the page.*400 Bad Request/s,
  );
});

const closed = (socket: Socket) =>
  new Promise<void>((resolve) => socket.once('close', () => resolve()));

test('a connection that says nothing ends', async () => {
  const { port } = await start(true, 50);
  const socket = connect(port, '127.0.0.1').resume();
  await closed(socket);
});

test('a client that hangs up is let go', async () => {
  const { port, server } = await start();
  const socket = connect(port, '127.0.0.1', () => socket.end(GET('/page')));
  expect(await readAll(socket)).toContain('the page');
  const count = () =>
    new Promise((resolve) => server.getConnections((_error, number) => resolve(number)));
  await expect.poll(count).toBe(0);
});

test('closing: an idle connection ends, one that asks is told that it was the last time', async () => {
  const { port, server, lane } = await start();
  const idle = connect(port, '127.0.0.1').resume();
  const busy = connect(port, '127.0.0.1');
  await new Promise((resolve) => {
    busy.once('data', resolve);
    busy.write(GET('/page'));
  });
  const down = closeServer(server, lane);
  busy.write(GET('/page'));
  expect(await readAll(busy)).toMatch(/connection: close/i);
  await closed(idle);
  await down;
});
