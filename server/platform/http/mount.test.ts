import { createServer, type Server } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, testLog } from '#test/database.ts';
import { createPriorityGate } from '../../perf/priority-gate.ts';
import { createCallSchedule, createLoadMonitor } from '../process/load-monitor.ts';
import { createApi } from './create-api.ts';
import { createMount } from './mount.ts';

const { db } = await createTestDatabase();
/** The longest delay of a timer: a call that waits for adds would never end. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** An API where one add in progress makes every other call wait, and is a rush. */
async function openApi() {
  const loadMonitor = createLoadMonitor(1, 0);
  const app = createApi({
    log: testLog,
    defaultLanguage: 'en',
    origins: { allowed: [], own: () => 'https://festival.example' },
    isSecure: () => true,
    addressOf: (peer) => peer,
  });
  const mount = createMount(app, {
    db,
    authenticate: () => Promise.reject(new Error('nobody signs in')),
    limit: () => Promise.resolve(),
    schedule: createCallSchedule(loadMonitor, createPriorityGate(1, MAX_TIMER_MS)),
  });
  mount('addToCart', () => new Promise(() => undefined));
  mount('listCountries', () => ({ data: [] }));
  const listener = getRequestListener((request, env) => {
    const { incoming } = env as { incoming: IncomingMessage };
    return app.fetch(request, { peer: '', incoming });
  });
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { loadMonitor, server, url: `http://127.0.0.1:${portOf(server)}` };
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const item = { productId: 1, id: 1, quantity: 1 };
const body = JSON.stringify({ sessionId: crypto.randomUUID(), items: [item] });

/** Sends an add up to its last byte and waits until the server has read that. */
async function beginAdd(server: Server): Promise<Socket> {
  const arrived = new Promise<void>((resolve) => {
    server.prependOnceListener('request', (request: IncomingMessage) => {
      request.once('readable', () => resolve());
    });
  });
  const socket = connect(portOf(server), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(
    `POST /cart HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.slice(0, -1));
  await arrived;
  return socket;
}

test('an add whose body never ends neither delays other calls nor counts as a rush', async () => {
  const { loadMonitor, server, url } = await openApi();
  await beginAdd(server);
  const response = await fetch(`${url}/countries`);
  expect(response.status).toBe(200);
  await response.text();
  expect(loadMonitor.isBusy()).toBe(false);
});

test('an add goes first as soon as its body has arrived', async () => {
  const { loadMonitor, server } = await openApi();
  const add = await beginAdd(server);
  add.write(body.slice(-1));
  await expect.poll(() => loadMonitor.isBusy()).toBe(true);
});
