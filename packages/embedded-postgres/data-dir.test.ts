import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDataDir } from './data-dir.ts';

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'data-dir-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('DATA_DIR is created with its parents, readable by its owner only; creating it again changes nothing', () => {
  const dataDir = path.join(makeFolder(), 'a', 'b', 'c');
  createDataDir(dataDir);
  createDataDir(`${dataDir}/`);
  expect(statSync(dataDir).mode & 0o066).toBe(0);
});

test('a link to a folder counts as a folder; a dangling link and a file do not', () => {
  const folder = makeFolder();
  mkdirSync(path.join(folder, 'real'));
  symlinkSync(path.join(folder, 'real'), path.join(folder, 'link'));
  createDataDir(path.join(folder, 'link'));
  symlinkSync(path.join(folder, 'missing'), path.join(folder, 'nowhere'));
  expect(() => createDataDir(path.join(folder, 'nowhere'))).toThrow(/Set another DATA_DIR/);
  writeFileSync(path.join(folder, 'file'), '');
  expect(() => createDataDir(path.join(folder, 'file'))).toThrow(/a file is in the way/);
  expect(() => createDataDir(path.join(folder, 'file', 'below'))).toThrow(/a file is in the way/);
});

test.skipIf(process.platform !== 'linux')('where nothing can be made, it is said at once', () => {
  expect(() => createDataDir('/proc/x')).toThrow(/Set another DATA_DIR/);
  expect(() => createDataDir('/proc/x/y/z')).toThrow(/Set another DATA_DIR/);
});
