import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { closeServer, listen } from '../platform/http/http-server.ts';
import { listenWidely, type Listening } from './listen-reuseport.ts';
import { StartError } from '../platform/errors.ts';

const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function openWide(
  port = 0,
): Promise<Listening & { server: ReturnType<typeof createServer> }> {
  const server = createServer((_request, response) => void response.end('here'));
  const listening = await listenWidely(server, port, '127.0.0.1');
  open.push(() => closeServer(server, undefined, listening.others));
  return { ...listening, server };
}

/** How many turns a loop whose turns are long needs until all of these people are in. */
async function turnsUntilIn(
  server: ReturnType<typeof createServer>,
  people: number,
): Promise<number> {
  const inside = new Set<unknown>();
  server.on('connection', (socket) => inside.add(socket));
  for (let turns = 0; ; turns++) {
    if (inside.size === people) return turns;
    const until = performance.now() + 2;
    while (performance.now() < until);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Connections the kernel has made; the server has not looked at them yet. */
function knock(port: number, people: number): void {
  const sockets = Array.from({ length: people }, () => connect(port, '127.0.0.1'));
  open.unshift(async () => sockets.forEach((socket) => socket.destroy()));
}

test.runIf(process.platform === 'linux')(
  'people who come at once are let in within a few turns of the loop',
  async () => {
    const { server, port } = await openWide();
    knock(port, 200);
    expect(await turnsUntilIn(server, 200)).toBeLessThan(60);
  },
);

test('each of the sockets answers', async () => {
  const { port } = await openWide();
  const answers = await Promise.all(
    Array.from({ length: 100 }, async () => (await fetch(`http://127.0.0.1:${port}/`)).text()),
  );
  expect(new Set(answers)).toEqual(new Set(['here']));
});

test('a port that another shop shares with itself is in use for a second one', async () => {
  const { port } = await openWide();
  await expect(openWide(port)).rejects.toThrow(StartError);
});

test('a port on which somebody else listens is in use', async () => {
  const other = createServer();
  const port = await listen(other, 0, '127.0.0.1');
  open.push(() => new Promise((resolve) => other.close(resolve)));
  await expect(openWide(port)).rejects.toThrow(/in use/);
});

test('after closing nobody is let in, and the port is free', async () => {
  const { server, port, others } = await openWide();
  await closeServer(server, undefined, others);
  open.pop();
  const [error] = await once(connect(port, '127.0.0.1'), 'error');
  expect((error as NodeJS.ErrnoException).code).toBe('ECONNREFUSED');
  expect((await openWide(port)).port).toBe(port);
});
