import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { runProcess } from '#test/run-process.ts';
import { root } from './root.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'festival-restore-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

/** Runs a command with a DATA_DIR in the folder; returns its exit code and the lines that it prints. */
async function run(dataDir: string, command: string, ...words: string[]): Promise<unknown> {
  const env = { PATH: process.env.PATH, DATA_DIR: path.join(folder, dataDir) };
  const args = ['scripts/run.mjs', command, ...words];
  const { code, output } = await runProcess(process.execPath, args, { cwd: root, env }).ended;
  return [code, ...output.trim().split('\n')];
}

test('an invalid command line gets one line', { timeout: 60_000 }, async () => {
  const useRestore = [1, expect.stringMatching(/^Use: npm run restore -- FILE, or -- --from /)];
  const useVerify = [1, expect.stringMatching(/^Use: npm run verify-backup -- FILE, or /)];
  expect(await run('data', 'restore', '--from')).toEqual(useRestore);
  expect(await run('data', 'restore', '--from', folder, '--till', 'y')).toEqual(useRestore);
  expect(await run('data', 'restore', '--from', folder, 'extra')).toEqual(useRestore);
  expect(await run('data', 'restore', '--to', 'y')).toEqual(useRestore);
  expect(await run('data', 'restore', '--unsigned')).toEqual(useRestore);
  expect(await run('data', 'verify-backup', '--from')).toEqual(useVerify);
  const noDay = [1, '--to: there is no day 2026-11-31.'];
  const impossible = ['--from', folder, '--to', '2026-11-31T02:30:00Z'];
  expect(await run('data', 'restore', ...impossible)).toEqual(noDay);
  expect(existsSync(path.join(folder, 'data'))).toBe(false);
});

test('a missing or damaged file leaves no database behind', { timeout: 60_000 }, async () => {
  const file = path.join(folder, 'backup.tar.gz');
  const refused = (reason: RegExp) => [1, expect.stringMatching(reason)];
  expect(await run('data', 'restore', file)).toEqual(refused(/there is no such file/));
  writeFileSync(file, 'damaged');
  expect(await run('data', 'restore', file)).toEqual(refused(/not a complete backup/));
  expect(existsSync(path.join(folder, 'data', 'postgres'))).toBe(false);
});

test('a refused restore leaves no secret behind', { timeout: 60_000 }, async () => {
  const archive = path.join(folder, 'archive');
  mkdirSync(archive);
  writeFileSync(path.join(archive, 'system-1'), '');
  const nested = (relation: string) => [
    1,
    expect.stringMatching(new RegExp(`^BACKUP_DIR: .* ${relation} DATA_DIR \\(.*`)),
  ];
  expect(await run('archive', 'restore', '--from', archive)).toEqual(nested('is'));
  expect(await run('.', 'restore', '--from', archive)).toEqual(nested('lies in'));
  expect(await run('archive/data', 'restore', '--from', archive)).toEqual(nested('contains'));
  const incomplete = [1, `The archive is not complete: ${path.join(archive, 'wal')} is missing.`];
  expect(await run('data', 'restore', '--from', archive)).toEqual(incomplete);
  for (const dataDir of ['archive', '.', 'archive/data', 'data']) {
    expect(existsSync(path.join(folder, dataDir, 'app-secret'))).toBe(false);
  }
  expect(existsSync(path.join(folder, 'data'))).toBe(false);
});
