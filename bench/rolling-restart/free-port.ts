import { createServer } from 'node:http';
import { closeServer, listen } from '#server/platform/http/http-server.ts';

/** A port nobody uses this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0, '127.0.0.1');
  await closeServer(server);
  return port;
}
