import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findAvailablePort } from '#test/find-available-port.ts';

const POLL_MS = 100;

/** The shop of a checkout, for one recording. */
export interface SnapshotShop {
  url: string;
  /** Its output so far. */
  output: () => string;
}

/**
 * Starts the shop of this checkout with the demonstration programme in a temporary DATA_DIR, and stops it when `record`
 * has ended. Uses only `scripts/run.mjs start` and HTTP, so that it can record older versions, too.
 */
export async function withSnapshotShop(
  root: string,
  record: (shop: SnapshotShop) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'snapshot-'));
  const url = `http://127.0.0.1:${await findAvailablePort()}`;
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
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
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    // pages change once their pictures are drawn
    const isReady = () =>
      fetch(`${url}/api/site`)
        .then((response) => response.json())
        .then(({ data }) => data.season.summits.length > 0)
        .catch(() => false);
    while (!(await isReady())) {
      if (child.exitCode !== null) throw new Error(`the shop of ${root} did not start`);
      await wait(POLL_MS);
    }
    await record({ url, output: () => output });
  } finally {
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}
