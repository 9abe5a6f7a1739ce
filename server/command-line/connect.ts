import { existsSync } from 'node:fs';
import path from 'node:path';
import { readEnv, type Env } from '../settings/env.ts';
import { openDatabases, type Databases } from '../platform/database/database.ts';
import type { Connection } from '../platform/database/open-pool.ts';
import { checkDatabase } from '../platform/database/check-database.ts';
import { StartError } from '../platform/errors.ts';
import { createLog, type Logger } from '../platform/log.ts';
import { migrate } from '../platform/database/migrate.ts';
import {
  findRunningEmbedded,
  startEmbeddedPostgres,
} from '#packages/embedded-postgres/embedded-postgres.ts';
import type { Pool } from 'pg';

/** Dependencies of the office's commands. */
export interface CliContext extends Databases {
  env: Env;
  log: Logger;
  /** Whether a shop that executes jobs probably runs on this database. */
  isShopRunning: boolean;
  close(): Promise<void>;
}

/**
 * Connects to the database of the running shop, or starts the embedded one for one command; only `mayCreate` creates
 * one.
 */
export async function connect({ mayCreate = false } = {}): Promise<CliContext> {
  const env = readEnv({ needsSecret: false });
  if (env.databaseUrl === undefined) checkDataDir(env.dataDir, mayCreate);
  // a secret would be created there
  void env.appSecret;
  // standard output is for what a command prints
  const log = createLog({ level: 'warn', isReadable: true }, process.stderr);
  const running = env.databaseUrl === undefined ? await findRunningEmbedded(env.dataDir) : null;
  const embedded =
    env.databaseUrl === undefined && running === null
      ? await startEmbeddedPostgres({ dataDir: env.dataDir, log })
      : null;
  const connection: Connection =
    env.databaseUrl === undefined
      ? (running ?? (embedded as NonNullable<typeof embedded>).connection)
      : { connectionString: env.databaseUrl };
  const databases = openDatabases(connection, log);
  await checkDatabase(databases.pool);
  // a running shop has migrated already, perhaps to another version
  if (running === null) await migrate(databases.pool, log);
  return {
    ...databases,
    env,
    log,
    isShopRunning: running !== null || env.databaseUrl !== undefined,
    async close() {
      await databases.close();
      await embedded?.stop();
    },
  };
}

/** Without the shop's DATA_DIR, a command would work on a database of its own. */
function checkDataDir(dataDir: string, mayCreate: boolean): void {
  if (!mayCreate && !existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'))) {
    throw new StartError(
      `There is no database in ${dataDir}. Set DATA_DIR to that of the shop; ` +
        'npm run office -- load FOLDER --create creates a new one.',
    );
  }
  process.stderr.write(`Database: ${dataDir}\n`);
}

/** The shop executes jobs; if it is stopped, they wait for its next start. */
export function addShopHint(cli: CliContext, text: string): string {
  return cli.isShopRunning ? text : `${text} (When the shop runs again.)`;
}

/** The running shop stores its address, for the links that the command line prints. */
export async function saveShopAddress(pool: Pool, publicUrl: string): Promise<void> {
  await pool.query(
    `insert into shop_address (public_url) values ($1)
     on conflict (is_only) do update set public_url = excluded.public_url
     where shop_address.public_url <> excluded.public_url`,
    [publicUrl],
  );
}

/** PUBLIC_URL, otherwise the address that the shop stored, otherwise that of PORT. */
export async function readShopAddress({ env, pool }: { env: Env; pool: Pool }): Promise<string> {
  if (env.hasPublicUrl) return env.publicUrl;
  const { rows } = await pool.query<{ public_url: string }>(`select public_url from shop_address`);
  return rows[0]?.public_url ?? env.publicUrl;
}
