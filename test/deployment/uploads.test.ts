import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startNginx } from '../start-nginx.ts';

test('nginx passes on what the office uploads, and no other large form', async ({ skip }) => {
  if (spawnSync('nginx', ['-v']).error) skip('nginx is not installed here');
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = mkdtempSync(path.join(tmpdir(), 'uploads-'));
  const nginx = await startNginx(folder, [Number(Object(server.address()).port)]);
  onTestFinished(async () => {
    await nginx.stop();
    server.close();
    rmSync(folder, { recursive: true });
  });
  await vi.waitFor(() => fetch(nginx.url), { timeout: 10_000 });
  const statusOf = async (page: string) => {
    const body = new Uint8Array(5_000_000);
    return (await fetch(nginx.url + page, { method: 'POST', body })).status;
  };
  expect(await statusOf('/office/concerts/7/picture')).toBe(200);
  expect(await statusOf('/office/programme')).toBe(200);
  expect(await statusOf('/office/notice')).toBe(413);
});
