import { readEnv, type Env } from '../../env.ts';
import { openDatabases, type Databases } from '../../platform/database/database.ts';
import { type Connection } from '../../platform/database/open-pool.ts';
import { checkDatabase } from '../../platform/database/check-database.ts';
import { createLog, type Logger } from '../../platform/log.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { toMigrationSettings } from '../../documents/to-migration-settings.ts';
import {
  findRunningEmbedded,
  startEmbeddedPostgres,
} from '../../platform/embedded-postgres/embedded-postgres.ts';

/** Dependencies of the office's commands. */
export interface CliContext extends Databases {
  env: Env;
  log: Logger;
  /** Whether a shop that executes jobs probably runs on this database. */
  isShopRunning: boolean;
  close(): Promise<void>;
}

/** Connects to the database of the running shop, or starts the embedded one for one command. */
export async function connect(): Promise<CliContext> {
  const env = readEnv();
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
  if (running === null) await migrate(databases.pool, log, { settings: toMigrationSettings(env) });
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

/** The shop executes jobs; if it is stopped, they wait for its next start. */
export function addShopHint(cli: CliContext, text: string): string {
  return cli.isShopRunning ? text : `${text} (When the shop runs again.)`;
}
