import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpServer, listen } from './listen.ts';
import { hasHost } from './request.ts';

/** Whether a server of ours finds a host in this request. */
async function isFound(head: string): Promise<boolean> {
  const server = createHttpServer();
  onTestFinished(() => void server.close());
  server.on('request', (request, response) => void response.end(String(hasHost(request))));
  const port = await listen(server, 0, '127.0.0.1');
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  return (await text(socket)).endsWith('true');
}

test.each([
  ['GET /readyz HTTP/1.0', true],
  ['GET /readyz HTTP/1.1\r\nHost: example.org:3000', true],
  ['GET /readyz HTTP/1.1', false],
  ['GET /readyz HTTP/1.1\r\nHost: example.org\r\nhost: example.org', false],
  ['GET /readyz HTTP/1.1\r\nHost: example.org\r\nX-Name: host', true],
  ['GET /readyz HTTP/1.1\r\nHost: a b', false],
])('%j has a host: %s', async (head, expected) => {
  expect(await isFound(head)).toBe(expected);
});
