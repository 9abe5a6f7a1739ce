import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'pg';
import { findRunningEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';
import { findAvailablePort } from '#test/find-available-port.ts';
import { type ShopProcess, startShopProcess } from '#test/shop-process.ts';
import { drawDemoBrochures } from '../scripts/draw-demo-brochures.ts';
import { drawDemoPictures } from '../scripts/draw-demo-pictures.ts';

/** A shop for one measurement, with its own database in a temporary folder. */
export interface BenchShop extends ShopProcess {
  sandboxUrl: string;
  pool: Pool;
  /** Folder of PostgreSQL's Unix socket. */
  socket: string;
  /** PostgreSQL's main process, the parent of its other ones. */
  databasePid: number;
  stop: () => Promise<void>;
}

/** Starts the shop as `npm start` does; it builds the site first if needed. */
export async function startBenchShop(env: Record<string, string> = {}): Promise<BenchShop> {
  // drawing them in the background would be part of what is measured
  await drawDemoPictures();
  await drawDemoBrochures();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'));
  const settings = {
    PORT: String(await findAvailablePort()),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
  };
  const shop = await startShopProcess(
    { ...process.env, ...settings, ...env },
    { args: ['scripts/run.mjs', 'start'] },
  );
  shop.child.stderr?.pipe(process.stderr);
  const connection = await findRunningEmbedded(dataDir);
  if (connection === null) throw new Error('the embedded database does not run');
  const pool = new Pool({ ...connection, max: 4 });
  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
  return {
    ...shop,
    sandboxUrl: await findSandbox(shop.url),
    pool,
    socket: connection.host,
    databasePid: Number.parseInt(await readFile(pidFile, 'utf8'), 10),
    async stop() {
      await pool.end();
      shop.child.kill('SIGTERM');
      await shop.ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The payment sandbox's own URL, which the shop names in a header (server/edge/sandbox-proxy.ts). */
async function findSandbox(url: string): Promise<string> {
  const response = await fetch(`${url}/sandbox/card`);
  return response.headers.get('x-sandbox') ?? '';
}
