import { Agent, createServer, get, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { closeServer, listen } from './http-server.ts';

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
