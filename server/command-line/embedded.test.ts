import { mkdtemp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runProcess } from '#test/run-process.ts';

const program = path.join(import.meta.dirname, '../../scripts/run.mjs');

let base: string;
let dataDir: string;
beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'office-test-'));
  dataDir = path.join(base, 'data');
});
afterEach(() => rm(base, { recursive: true }));

const office = (...words: string[]) =>
  runProcess(process.execPath, [program, 'office', ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  }).ended;

test('a command names the embedded database, and creates one only with --create', async () => {
  expect(await office('load', 'db/demo')).toEqual({
    code: 1,
    output:
      `There is no database in ${dataDir}. Set DATA_DIR to that of the shop; ` +
      'npm run office -- load FOLDER --create creates a new one.\n',
  });
  expect(existsSync(dataDir)).toBe(false);
  const created = await office('load', 'db/demo', '--create');
  expect(created.output).toContain(`Database: ${dataDir}\nLoaded; `);
  expect(created.code).toBe(0);
  expect(await office('load', 'db/demo')).toEqual({
    code: 0,
    output: `Database: ${dataDir}\nNothing has changed.\n`,
  });
});

test('words that are not UTF-8 are refused', async () => {
  const script = `exec "$0" "$1" office order:contact --input "$(printf '{"name":"B\\344r"}')"`;
  const run = runProcess('/bin/sh', ['-c', script, process.execPath, program]);
  expect(await run.ended).toEqual({ code: 2, output: 'An argument is not UTF-8.\n' });
});
