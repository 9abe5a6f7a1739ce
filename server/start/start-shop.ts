import { readEnv, type Env } from '../settings/env.ts';
import { startInfrastructure } from './start-infrastructure.ts';
import { startProcess } from './start-process.ts';
import { createLog, type Logger } from '../platform/log.ts';
import { checkPort } from '../edge/listen.ts';
import { createShutdown, type Shutdown } from '../platform/process/shutdown.ts';
import { SANDBOX_PREFIX } from '../edge/sandbox-proxy.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createNewsletterLinks } from '../newsletter/subscription.ts';
import { findDemoSubscriber } from '../newsletter/demo-subscriber.ts';
import { saveShopAddress } from '../command-line/connect.ts';
import { listDemoAccounts } from '../staff/staff-password.ts';
import { hasDemoStaff } from '../staff/staff-sessions.ts';
import { createSignedTokens } from '../platform/security/signed-tokens.ts';

/**
 * Starts everything, bottom to top; a shutdown stops it in reverse order.
 * @param built the build of the site, if one is in progress: the pages wait for it, the database does not
 */
export async function startShop(built?: Promise<void>): Promise<void> {
  const startedAt = performance.now();
  const env = readEnv();
  const log = createLog({ level: env.logLevel, isReadable: !env.isProduction });
  const shutdown = createShutdown(log);
  try {
    await startAll({ env, log, shutdown, startedAt, built });
  } catch (error) {
    // Ctrl-C during the start: later steps fail on what is already closed
    if (!shutdown.isStopping()) throw error;
    await shutdown.stop('while starting');
  }
}

interface StartDeps {
  env: Env;
  log: Logger;
  shutdown: Shutdown;
  /** The moment of the start, by `performance.now()`. */
  startedAt: number;
  built: Promise<void> | undefined;
}

async function startAll(deps: StartDeps): Promise<void> {
  const { env, log, shutdown, startedAt, built } = deps;
  // a port in use should fail at once, not after the database's creation and the first drawing
  await checkPort(env.port, env.host);
  if (env.hasWebConcurrency)
    log.warn('WEB_CONCURRENCY has no effect; several processes are services of their own');
  const { databases, payment, sandbox } = await startInfrastructure(env, log, shutdown);
  await built;
  const port = await startProcess({ env, log, shutdown, databases, payment });
  sandbox?.setWebhookUrl(`http://127.0.0.1:${port}/payment/webhook`);
  const publicUrl = env.hasPublicUrl ? env.publicUrl : `http://localhost:${port}`;
  sandbox?.setBrowserUrl(`${publicUrl}${SANDBOX_PREFIX}`);
  const { pool } = databases;
  const milliseconds = () => performance.now() - startedAt;
  await completeStart({ env, log, shutdown, pool, publicUrl, milliseconds });
}

/** Pause before the address is saved again. */
const SAVE_AGAIN_MS = 5_000;

interface StartedShop {
  env: Env;
  log: Logger;
  shutdown: Pick<Shutdown, 'isStopping'>;
  pool: Pool;
  publicUrl: string;
  /** How long starting took. */
  milliseconds: () => number;
}

/**
 * Saves the address of the shop and prints it. The shop responds already: whatever fails here is logged and does not
 * stop it.
 */
export async function completeStart(shop: StartedShop): Promise<void> {
  const { log } = shop;
  const isSaved = await trySaving(shop);
  if (!isSaved) void saveWhenPossible(shop);
  const preferences = await findDemoPreferencesUrl(shop).catch((err: unknown) => {
    log.warn({ err }, 'Could not read the subscriber of the demonstration; its page is not shown');
    return null;
  });
  showStartupBanner(shop, preferences);
}

async function trySaving({ pool, publicUrl, log, shutdown }: StartedShop): Promise<boolean> {
  try {
    await saveShopAddress(pool, publicUrl);
    return true;
  } catch (err) {
    if (!shutdown.isStopping())
      log.warn({ err }, 'Could not save the address of the shop; retrying');
    return false;
  }
}

async function saveWhenPossible(shop: StartedShop): Promise<void> {
  do await delay(SAVE_AGAIN_MS, undefined, { ref: false });
  while (!shop.shutdown.isStopping() && !(await trySaving(shop)));
}

/** A link to the preferences of the demonstration's subscriber; null without a demonstration. */
async function findDemoPreferencesUrl({
  env,
  pool,
  publicUrl,
}: StartedShop): Promise<string | null> {
  if (!env.hasDemo || env.isProduction) return null;
  const subscriber = await findDemoSubscriber(pool);
  if (subscriber === null) return null;
  return createNewsletterLinks({ tokens: createSignedTokens(env.appSecret), publicUrl }, subscriber)
    .preferences;
}

/**
 * Prints where the shop is and what runs in test mode. In production it writes a line of the log instead.
 *
 * @param preferences the page of the demonstration's subscriber; null without one
 */
function showStartupBanner(shop: StartedShop, preferences: string | null): void {
  const { env, log, publicUrl } = shop;
  const isEmbedded = env.databaseUrl === undefined;
  const milliseconds = shop.milliseconds();
  if (env.isProduction) {
    log.info(
      { publicUrl, embedded: isEmbedded, milliseconds: Math.round(milliseconds) },
      'The festival is open',
    );
    return;
  }
  const staff = hasDemoStaff(env) ? listDemoAccounts(createSignedTokens(env.appSecret)) : [];
  const lines = [
    `  The festival is open: ${publicUrl}   (${(milliseconds / 1000).toFixed(1)} s)`,
    `  Database   ${isEmbedded ? `embedded PostgreSQL in ${env.dataDir}` : 'the server of DATABASE_URL'}`,
    env.stripe === undefined
      ? '  Payment    TEST MODE, the sandbox takes no money. Card 4242 4242 4242 4242, any date and CVC'
      : `  Payment    Stripe${env.stripe.isTest ? ', TEST MODE' : ''}`,
    env.smtpUrl === undefined
      ? `  Mail       TEST MODE, mails are kept: ${publicUrl}/dev/mail`
      : '  Mail       by SMTP',
    ...(preferences === null
      ? []
      : [`  Newsletter ${preferences} (an invented subscriber’s page)`]),
    `  Office     ${publicUrl}/office`,
    ...staff.map(({ role, email, password }) => `  Staff      ${role} ${email} ${password}`),
    '  Stop       Ctrl-C',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
