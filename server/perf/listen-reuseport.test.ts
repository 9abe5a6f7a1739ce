import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { closeServer, listen } from '../platform/http/http-server.ts';
import { listenReuseport, type Listening } from './listen-reuseport.ts';
import { StartError } from '../platform/errors.ts';

const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function openServer(
  port = 0,
): Promise<Listening & { server: ReturnType<typeof createServer> }> {
  const server = createServer((_request, response) => void response.end('here'));
  const listening = await listenReuseport(server, port, '127.0.0.1');
  open.push(() => closeServer(server, undefined, listening.extraListeners));
  return { ...listening, server };
}

/** How many turns of the event loop, each made long on purpose, the server needs to accept this many connections. */
async function turnsUntilAccepted(
  server: ReturnType<typeof createServer>,
  count: number,
): Promise<number> {
  const accepted = new Set<unknown>();
  server.on('connection', (socket) => accepted.add(socket));
  for (let turns = 0; ; turns++) {
    if (accepted.size === count) return turns;
    const until = performance.now() + 2;
    while (performance.now() < until);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Opens connections that the kernel has established and the server has not accepted yet. */
function connectAll(port: number, count: number): void {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  open.unshift(async () => sockets.forEach((socket) => socket.destroy()));
}

test.runIf(process.platform === 'linux')(
  'connections that arrive at once are accepted within a few turns of the loop',
  async () => {
    const { server, port } = await openServer();
    connectAll(port, 200);
    expect(await turnsUntilAccepted(server, 200)).toBeLessThan(60);
  },
);

test('each of the sockets responds', async () => {
  const { port } = await openServer();
  const bodies = await Promise.all(
    Array.from({ length: 100 }, async () => (await fetch(`http://127.0.0.1:${port}/`)).text()),
  );
  expect(new Set(bodies)).toEqual(new Set(['here']));
});

test('a port that one shop listens at with many sockets is in use for a second shop', async () => {
  const { port } = await openServer();
  await expect(openServer(port)).rejects.toThrow(StartError);
});

test('a port at which another program listens is in use', async () => {
  const other = createServer();
  const port = await listen(other, 0, '127.0.0.1');
  open.push(() => new Promise((resolve) => other.close(resolve)));
  await expect(openServer(port)).rejects.toThrow(/in use/);
});

test('after closing, connections are refused and the port is available', async () => {
  const { server, port, extraListeners } = await openServer();
  await closeServer(server, undefined, extraListeners);
  open.pop();
  const [error] = await once(connect(port, '127.0.0.1'), 'error');
  expect((error as NodeJS.ErrnoException).code).toBe('ECONNREFUSED');
  expect((await openServer(port)).port).toBe(port);
});
