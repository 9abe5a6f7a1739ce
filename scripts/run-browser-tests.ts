import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPool } from '#server/platform/database/open-pool.ts';
import { createLog } from '#server/platform/log.ts';
import { onDatabase } from '#test/on-database.ts';
import { ensureBrowser } from './find-browser.ts';

/**
 * Calls `use` with the environment for playwright.config.ts: a browser, an empty DATA_DIR and, where
 * TEST_DATABASE_URL or DATABASE_URL names a server, an empty database on it. Removes both afterwards.
 */
export async function withBrowserEnvironment<T>(
  use: (env: Record<string, string>) => T,
): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'festival-e2e-'));
  const server = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
  const name = `festival_e2e_${process.pid}`;
  try {
    if (server) {
      await execute(
        server,
        `create database ${name} template template0 encoding 'UTF8' locale 'C'`,
      );
    }
    const database = server ? onDatabase({ connectionString: server }, name) : undefined;
    return use({
      CHROMIUM: ensureBrowser(),
      E2E_DATA_DIR: dataDir,
      ...(database && 'connectionString' in database
        ? { E2E_DATABASE_URL: database.connectionString }
        : {}),
    });
  } finally {
    if (server) await execute(server, `drop database if exists ${name} with (force)`);
    rmSync(dataDir, { recursive: true });
  }
}

async function execute(server: string, statement: string): Promise<void> {
  const log = createLog({ level: 'error', isReadable: true });
  const pool = openPool({ connectionString: server }, log, { max: 1 });
  await pool.query(statement);
  await pool.end();
}
