// A worker of supervisor-program.ts: responds with its pid, and to /metrics with all metrics.
import { createServer } from 'node:http';
import { closeServer, listen } from '#server/platform/http/http-server.ts';
import { runWorker } from '#server/platform/process/worker-channel.ts';

runWorker<{ port: number }>(async ({ port }, life) => {
  const server = createServer((request, response) => {
    response.setHeader('connection', 'close');
    if (request.url === '/metrics') void life.collectMetrics().then((text) => response.end(text));
    else response.end(String(process.pid));
  });
  const stop = async (): Promise<void> => {
    await closeServer(server);
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  return await listen(server, port, '127.0.0.1');
});
