import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startNginx } from '../start-nginx.ts';

/** Starts a server that has one file only, as a shop has the scripts of its own version. */
async function serveFile(file: string): Promise<number> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === file ? 200 : 404).end(file);
  });
  onTestFinished(() => void server.close());
  return await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(Number(Object(server.address()).port)));
  });
}

test('nginx finds the scripts of both versions while one replaces the other', async ({ skip }) => {
  if (spawnSync('nginx', ['-v']).error) skip('nginx is not installed here');
  const folder = mkdtempSync(path.join(tmpdir(), 'two-versions-'));
  const files = ['/assets/old.js', '/media/plates/new.svg'];
  const nginx = await startNginx(folder, await Promise.all(files.map(serveFile)));
  onTestFinished(async () => {
    await nginx.stop();
    rmSync(folder, { recursive: true });
  });
  await vi.waitFor(() => fetch(nginx.url), { timeout: 10_000 });
  const statusOf = async (file: string) => (await fetch(nginx.url + file)).status;
  for (const file of [...files, ...files, ...files])
    expect([file, await statusOf(file)]).toEqual([file, 200]);
  expect(await statusOf('/assets/none.js')).toBe(404);
});
