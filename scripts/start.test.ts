import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findAvailablePort } from '#test/find-available-port.ts';
import { runProcess } from '#test/run-process.ts';
import { root } from './root.ts';

/** The repository without what a start makes, as a fresh clone has it. */
function copyRepository(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'festival-clone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const files = execFileSync('git', list, { cwd: root }).toString().split('\0').filter(Boolean);
  for (const file of files) {
    if (/^(?:e2e|bench|deploy)\//.test(file)) continue;
    cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

test('a fresh clone starts with a few lines, and shows pages before their pictures are drawn', async () => {
  const folder = copyRepository();
  const port = await findAvailablePort();
  const url = `http://localhost:${port}`;
  const env = { PATH: process.env.PATH, PORT: String(port), LOG_LEVEL: 'info' };
  const shop = runProcess(process.execPath, ['scripts/run.mjs', 'start'], { cwd: folder, env });
  await shop.printed(/ {2}Stop {7}Ctrl-C/);
  const lines = shop.output().trimEnd().split('\n');
  expect(lines.length, shop.output()).toBeLessThanOrEqual(15);
  expect(lines[0]).toMatch(/^Building the site/);

  const summits = async () => {
    const page = await (await fetch(`${url}/api/site`)).json();
    return (page as { data: { season: { summits: unknown[] } } }).data.season.summits.length;
  };
  expect(await summits()).toBe(0);
  const home = await (await fetch(`${url}/de`)).text();
  const [picture = ''] = /\/media\/plates\/season-season-\w+\.svg/.exec(home) ?? [];
  const drawn = await fetch(url + picture);
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  await expect.poll(summits, { timeout: 200_000 }).toBeGreaterThan(0);
  expect(await (await fetch(`${url}/de`)).text()).not.toBe(home);

  shop.child.kill('SIGTERM');
  expect((await shop.ended).code).toBe(0);
  expect(readFileSync(path.join(folder, 'build/.stamp'), 'utf8')).not.toBe('');
});
