import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findRunningEmbedded } from '#server/platform/embedded-postgres/find-running.ts';
import { Pool } from 'pg';

/** A shop of its own for a measurement: real process, own database in a temporary folder. */
export interface ShopProcess {
  url: string;
  sandboxUrl: string;
  pool: Pool;
  socket: string;
  /** Of the database's first process; the others are its children. */
  databasePid: number;
  child: ChildProcess;
  stop: () => Promise<void>;
}

const root = path.join(import.meta.dirname, '..');

/** Starts the server as `npm start` does and waits until it says where it is. */
export async function startShopProcess(env: Record<string, string> = {}): Promise<ShopProcess> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'));
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMIT: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /The festival is open: (\S+)/.exec(text);
      if (found?.[1] !== undefined) resolve(found[1]);
    });
    child.once('exit', () => reject(new Error(`the shop did not start: ${text}`)));
  });
  const connection = await findRunningEmbedded(dataDir);
  if (connection === null) throw new Error('the embedded database is not there');
  const pool = new Pool({ ...connection, max: 4 });
  return {
    url,
    sandboxUrl: await findSandbox(url),
    pool,
    socket: connection.host,
    databasePid: Number.parseInt(
      await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'),
      10,
    ),
    child,
    async stop() {
      await pool.end();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Where the payment sandbox itself is: the shop's door to it says so (server/site/sandbox-proxy.ts). */
async function findSandbox(url: string): Promise<string> {
  const response = await fetch(`${url}/sandbox/card`);
  return response.headers.get('x-sandbox') ?? '';
}
