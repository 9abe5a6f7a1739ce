import { once } from 'node:events';
import { Agent, createServer, get, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { StartError } from '../platform/errors.ts';
import { closeServer, listen, listenWithManySockets } from './listen.ts';

async function open(listener: RequestListener) {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  const port = await listen(server, 0, '127.0.0.1');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const request = () =>
    new Promise<string | undefined>((resolve, reject) => {
      get({ host: '127.0.0.1', port, agent }, (response) => {
        response.resume().on('end', () => resolve(response.headers.connection));
      }).on('error', reject);
    });
  return { server, request };
}

test('a proxy with a busy connection does not prevent the server from stopping', async () => {
  let closed = Promise.resolve();
  let count = 0;
  const { server, request } = await open((_request, response) => {
    // never idle when it is checked: the next request follows the response
    if (++count === 3) closed = closeServer(server);
    response.end('ok');
  });
  const connections = [];
  do connections.push(await request());
  while (connections.at(-1) === 'keep-alive' && connections.length < 1_000);
  expect(connections).toEqual(['keep-alive', 'keep-alive', 'keep-alive', 'close']);
  await closed;
});

test('a request in progress gets its response, and closing does not wait for its connection', async () => {
  let respond = () => {};
  const { server, request } = await open((_request, response) => {
    respond = () => response.end('late');
    server.emit('in progress');
  });
  const inProgress = new Promise<void>((resolve) => server.once('in progress', resolve));
  const connection = request();
  await inProgress;
  const closed = closeServer(server);
  respond();
  expect(await connection).toBeDefined();
  await closed;
});

test('a request that arrives at the moment of closing gets its response', async () => {
  const { server, request } = await open((_request, response) => void response.end('ok'));
  await request();
  const closed = closeServer(server);
  expect(await request()).toBe('close');
  await closed;
});

async function openManySockets(wanted = 0) {
  const server = createServer((_request, response) => void response.end('here'));
  const { port, sockets } = await listenWithManySockets(server, wanted, '127.0.0.1');
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= closeServer(server, sockets));
  onTestFinished(close);
  return { server, port, close };
}

/** How many turns of the event loop, each made long on purpose, the server needs to accept this many connections. */
async function countTurns(server: ReturnType<typeof createServer>, count: number): Promise<number> {
  let accepted = 0;
  server.on('connection', () => accepted++);
  for (let turns = 0; ; turns++) {
    if (accepted === count) return turns;
    const until = performance.now() + 2;
    while (performance.now() < until);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test.runIf(process.platform === 'linux')(
  'connections that arrive at once are accepted within a few turns of the loop',
  async () => {
    const { server, port } = await openManySockets();
    const clients = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'));
    onTestFinished(() => clients.forEach((client) => client.destroy()));
    expect(await countTurns(server, 200)).toBeLessThan(60);
  },
);

test('each of many sockets responds', async () => {
  const { port } = await openManySockets();
  const bodies = await Promise.all(
    Array.from({ length: 100 }, async () => (await fetch(`http://127.0.0.1:${port}/`)).text()),
  );
  expect(new Set(bodies)).toEqual(new Set(['here']));
});

test('a port at which one shop listens with many sockets is in use for a second shop', async () => {
  const { port } = await openManySockets();
  await expect(openManySockets(port)).rejects.toThrow(StartError);
});

test('after closing many sockets, connections are refused and the port is available', async () => {
  const { port, close } = await openManySockets();
  await close();
  const [error] = await once(connect(port, '127.0.0.1'), 'error');
  expect((error as NodeJS.ErrnoException).code).toBe('ECONNREFUSED');
  expect((await openManySockets(port)).port).toBe(port);
});
