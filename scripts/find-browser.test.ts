import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainMissing, findBrowser } from './find-browser.ts';

let folder: string;
let broken: string;
let works: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'festival-browser-'));
  broken = program(
    'chromium',
    `echo "$0: error while loading shared libraries: libx.so.1" >&2; exit 127`,
  );
  works = program('google-chrome', 'echo Chrome 1.2.3');
});
afterAll(() => rmSync(folder, { recursive: true }));

function program(name: string, script: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

describe('the browser for tests', () => {
  test("is the first of the system's that starts", () => {
    expect(findBrowser({ PATH: folder })).toBe(works);
  });

  test('is the one that CHROMIUM names', () => {
    expect(findBrowser({ PATH: folder, CHROMIUM: broken })).toBe(broken);
  });

  test('that cannot start is reported, with the reason and what to do', () => {
    expect(explainMissing({ PATH: folder })).toMatch(
      /chromium cannot be started \(error while loading shared libraries: libx\.so\.1\)\. .*install-deps chromium/,
    );
  });
});
