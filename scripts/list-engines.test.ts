import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEngines } from './list-engines.ts';

let folder: string;

beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'festival-engines-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const install = (name: string) => writeFileSync(path.join(folder, name), '#!/bin/sh\n');
const found = () => listEngines({ PATH: `/nowhere:${folder}` }).map(({ name }) => name);

test('an engine is installed once all its programs are', () => {
  expect(found()).toEqual([]);
  install('WebKitWebDriver');
  install('firefox-esr');
  expect(found()).toEqual(['firefox']);
  install('Xvfb');
  expect(found()).toEqual(['webkit', 'firefox']);
});
