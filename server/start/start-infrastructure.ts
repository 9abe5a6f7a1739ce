import type { Env } from '../settings/env.ts';
import { createClusterArchive } from '../backup/archive/cluster-archive.ts';
import { startArchiveMaintenance } from '../backup/archive/start-archive-maintenance.ts';
import { fingerprintSecret } from '../backup/backup-secret.ts';
import { addDemoSubscriber } from '../newsletter/demo-subscriber.ts';
import { createDemoStaff } from '../staff/staff-password.ts';
import { hasDemoStaff } from '../staff/staff-sessions.ts';
import { checkConnections, checkDatabase } from '../platform/database/check-database.ts';
import {
  CONNECTIONS_PER_PROCESS,
  openDatabases,
  MAX_CLOCK_SKEW_MS,
  readClock,
  type Databases,
} from '../platform/database/database.ts';
import type { Connection } from '../platform/database/open-pool.ts';
import type { Logger } from '../platform/log.ts';
import { checkDataDir } from '#packages/embedded-postgres/data-dir.ts';
import { migrate } from '../platform/database/migrate.ts';
import { startEmbeddedPostgres } from '#packages/embedded-postgres/embedded-postgres.ts';
import type { Shutdown } from '../platform/process/shutdown.ts';
import { createSignedTokens } from '../platform/security/signed-tokens.ts';
import type { ProviderSettings } from '../platform/stripe.ts';
import { loadDemoIfEmpty } from '../programme/load-programme.ts';
import packageFile from '../../package.json' with { type: 'json' };
import type { Pool } from 'pg';
import { StartError } from '../platform/errors.ts';
import path from 'node:path';
import type { Sandbox } from '#packages/stripe-sandbox/start-sandbox.ts';
import { SANDBOX_PREFIX } from '../edge/sandbox-proxy.ts';

/** Parts that a shop starts once per machine, however many processes respond. */
export interface Infrastructure {
  /** Open and migrated. */
  databases: Databases;
  connection: Connection;
  payment: ProviderSettings;
  /** Null with Stripe's own keys. */
  sandbox: RunningSandbox | null;
}

/** Connections for backups, the office's command line and people, besides the shop's. */
const SPARE_CONNECTION_COUNT = 36;

/** Starts database, demonstration and payment provider. Throws StartError for the operator. */
export async function startInfrastructure(
  env: Env,
  log: Logger,
  shutdown: Shutdown,
): Promise<Infrastructure> {
  const connection = await connectDatabase(env, log, shutdown);
  const databases = openDatabases(connection, log);
  shutdown.add('connections', () => databases.close());
  if (env.databaseUrl !== undefined) {
    await checkDatabase(databases.pool);
    await checkConnections(databases.pool, log, CONNECTIONS_PER_PROCESS);
  }
  await checkClock(databases.pool, log);
  await migrate(databases.pool, log);
  maintainArchive(env, log, shutdown, databases);
  if (env.hasDemo && (await loadDemoIfEmpty(databases.pool)))
    await addDemoSubscriber(databases.pool);
  if (hasDemoStaff(env)) await createDemoStaff(databases.pool, createSignedTokens(env.appSecret));
  const { settings, sandbox } = await choosePaymentProvider(env);
  shutdown.add('payment sandbox', async () => await sandbox?.close());
  return { databases, connection, payment: settings, sandbox };
}

/** Maintains BACKUP_DIR beside the embedded database, once for all processes. */
function maintainArchive(env: Env, log: Logger, shutdown: Shutdown, databases: Databases): void {
  if (env.archive === undefined) return;
  const maintenance = startArchiveMaintenance({
    pool: databases.pool,
    connection: databases.connection,
    log,
    dataDir: env.dataDir,
    directory: env.archive.directory,
    shop: {
      program: packageFile.version,
      secretPrint: fingerprintSecret(env.appSecret),
      appSecret: env.hasAppSecret ? null : env.appSecret,
    },
    appSecret: env.appSecret,
  });
  shutdown.add('archive', () => maintenance.stop());
}

/** The embedded PostgreSQL unless DATABASE_URL names a server. */
async function connectDatabase(env: Env, log: Logger, shutdown: Shutdown): Promise<Connection> {
  if (env.databaseUrl !== undefined) {
    checkDataDir(env.dataDir);
    return { connectionString: env.databaseUrl };
  }
  const connections = SPARE_CONNECTION_COUNT + CONNECTIONS_PER_PROCESS;
  const embedded = await startEmbeddedPostgres({
    dataDir: env.dataDir,
    log,
    archive: createClusterArchive(env),
    settings: { max_connections: String(connections) },
    onGiveUp: (error) => {
      log.fatal({ err: error }, 'PostgreSQL keeps failing; stopping the shop');
      process.exit(1);
    },
  });
  shutdown.add('database', () => embedded.stop());
  return embedded.connection;
}

/** The program did not exist before this date: a clock that shows an earlier one was never set. */
const MIN_DATE = new Date('2026-01-01T00:00:00Z');

/**
 * Compares the clock of this machine with that of the database. Throws StartError for a clock that was never set; warns
 * of one that differs, because holds and links then expire too early or too late.
 */
export async function checkClock(
  pool: Pool,
  log: Logger,
  now: () => number = Date.now,
): Promise<void> {
  if (now() < MIN_DATE.getTime()) {
    throw new StartError(
      `The clock of this machine says ${new Date(now()).toISOString()}. Set it (timedatectl set-ntp true): ` +
        'invoices, holds and the connection to the payment provider depend on it.',
    );
  }
  const databaseNow = await readClock(pool);
  const difference = now() - databaseNow.getTime();
  if (Math.abs(difference) <= MAX_CLOCK_SKEW_MS) return;
  log.warn(
    `The clock of this machine is ${Math.abs(difference / 1000).toFixed(0)} s ` +
      `${difference > 0 ? 'ahead of' : 'behind'} the database's: let both follow NTP`,
  );
}

/** The sandbox as the shop uses it. */
type RunningSandbox = Pick<Sandbox, 'url' | 'setWebhookUrl' | 'setBrowserUrl' | 'close'>;

/** The events that the shop handles; the sandbox sends only these. */
const EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'checkout.session.completed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
];

const keys = {
  secretKey: 'sk_test_sandbox',
  publishableKey: 'pk_test_sandbox',
  webhookSecret: 'whsec_sandbox',
};

/** Stripe with the keys of the environment, otherwise our own sandbox, behind the same client. */
async function choosePaymentProvider(
  env: Env,
): Promise<{ settings: ProviderSettings; sandbox: RunningSandbox | null }> {
  if (env.stripe !== undefined) return { settings: env.stripe, sandbox: null };
  const { startSandbox } = await import('#packages/stripe-sandbox/start-sandbox.ts');
  const sandbox = await startSandbox({
    ...keys,
    webhookEvents: EVENTS,
    stateFile: path.join(env.dataDir, 'payment-sandbox.jsonl'),
  });
  const settings = {
    ...keys,
    webhookSecrets: [keys.webhookSecret],
    apiBase: sandbox.url,
    jsUrl: `${SANDBOX_PREFIX}/stripe.js`,
  };
  return { settings, sandbox };
}
