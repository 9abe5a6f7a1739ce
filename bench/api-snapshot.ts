// `node bench/api-snapshot.ts FILE [ROOT]`: starts the shop of ROOT (default: this checkout) with the demonstration
// programme in a temporary DATA_DIR, makes a fixed sequence of calls, and writes every response to FILE with ids,
// tokens and times replaced. `diff` of two files shows how the API of two versions differs. Uses only HTTP and
// `scripts/run.mjs start`, so that it can record older versions, too.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findAvailablePort } from '#test/find-available-port.ts';
import { createClient } from '#test/http-client.ts';
import { createNormalizer } from './api-snapshot/normalize.ts';
import { recordCalls } from './api-snapshot/record-calls.ts';

const POLL_MS = 100;
const [, , file = 'api-snapshot.json', root = path.join(import.meta.dirname, '..')] = process.argv;

const dataDir = await mkdtemp(path.join(tmpdir(), 'api-snapshot-'));
const url = `http://127.0.0.1:${await findAvailablePort()}`;
const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    PATH: process.env.PATH,
    PORT: new URL(url).port,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DEMO: '1',
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
  },
});
const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
try {
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the shop of ${root} did not start`);
    await wait(POLL_MS);
  }
  const responses = await recordCalls(createClient(url, 'de'), createNormalizer(url));
  await writeFile(file, `${JSON.stringify(responses, null, 2)}\n`);
  console.log(`Wrote ${responses.length} responses to ${file}`);
} finally {
  child.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true, force: true });
}
