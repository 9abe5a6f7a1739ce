import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import type { Pool } from 'pg';
import type { Connection } from '#server/platform/database/open-pool.ts';
import type { Sandbox } from '#sandbox/start-sandbox.ts';
import { createTestDatabase } from './database.ts';
import { SANDBOX_KEYS, startTestSandbox } from './shop/test-sandbox.ts';

/** The whole shop as its own process, with everything around it in our hands. */
export interface ShopProcess {
  url: string;
  /** Its database, past the shop. */
  pool: Pool;
  sandbox: Sandbox;
  line: DatabaseLine;
  /** Everything it has printed so far. */
  output(): string;
}

/** Between the shop and its database; can be cut and mended. */
export interface DatabaseLine {
  port: number;
  cut(): void;
  mend(): void;
  close(): void;
}

/** Starts the shop (or the given program) with the demonstration on a free port; ended after the file's last test. */
export async function openShopProcess(
  environment: Record<string, string> = {},
  program = 'server/main.ts',
): Promise<ShopProcess> {
  const database = await createTestDatabase();
  const sandbox = await startTestSandbox();
  const line = await layLine(database.connection);
  const port = await freePort();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'festival-shop-'));
  const child = spawn(process.execPath, [program], {
    cwd: path.join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      TZ: 'Pacific/Auckland',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: addressThrough(line, database.connection),
      DEMO: '1',
      LOG_LEVEL: 'debug',
      STRIPE_SECRET_KEY: SANDBOX_KEYS.secretKey,
      STRIPE_PUBLISHABLE_KEY: SANDBOX_KEYS.publishableKey,
      STRIPE_WEBHOOK_SECRET: `whsec_old, ${SANDBOX_KEYS.webhookSecret}`,
      STRIPE_API_BASE: sandbox.url,
      STRIPE_JS_URL: sandbox.stripeJsUrl,
      ...environment,
    },
  });
  // when a test file fails before its first test, nothing else would end it
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const output = await whenOpen(child);
  const url = `http://127.0.0.1:${port}`;
  sandbox.setWebhookUrl(`${url}/payment/webhook`);
  afterAll(async () => {
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('close', resolve));
    process.off('exit', kill);
    line.close();
    await sandbox.close();
    rmSync(dataDir, { recursive: true });
  });
  return { url, pool: database.pool, sandbox, line, output };
}

/** Waits for the doors to open; what it has printed, now and later. */
async function whenOpen(child: ChildProcess): Promise<() => string> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('The festival is open')) resolve();
      });
    }
    child.once('close', () => reject(new Error(`the shop did not open:\n${output}`)));
  });
  return () => output;
}

/** A port that was free a moment ago: with PUBLIC_URL set, the shop does not say which one it took. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function addressThrough(line: DatabaseLine, connection: Connection): string {
  if ('connectionString' in connection) {
    const url = new URL(connection.connectionString);
    url.host = `127.0.0.1:${line.port}`;
    return url.href;
  }
  return `postgres://${connection.user}@127.0.0.1:${line.port}/${connection.database}`;
}

async function layLine(connection: Connection): Promise<DatabaseLine> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const target = () => {
    if ('connectionString' in connection) {
      const { hostname, port } = new URL(connection.connectionString);
      return connect(Number(port || 5432), hostname);
    }
    return connect(path.join(connection.host, `.s.PGSQL.${connection.port}`));
  };
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = target();
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: portOf(server),
    cut,
    mend: () => {
      isCut = false;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
