import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Env } from '../settings/env.ts';
import { createNewsletterLinks } from '../newsletter/subscription.ts';
import { findDemoSubscriber } from '../newsletter/demo-subscriber.ts';
import { saveShopAddress } from '../command-line/connect.ts';
import { listDemoAccounts, type DemoAccount } from '../staff/staff-password.ts';
import { hasDemoStaff } from '../staff/staff-sessions.ts';
import type { Logger } from '../platform/log.ts';
import type { Shutdown } from '../platform/process/shutdown.ts';
import { createSignedTokens } from '../platform/security/signed-tokens.ts';

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
  const { env, log, publicUrl, milliseconds } = shop;
  const isSaved = await trySaving(shop);
  if (!isSaved) void saveWhenPossible(shop);
  const preferences = await findDemoPreferencesUrl(shop).catch((err: unknown) => {
    log.warn({ err }, 'Could not read the subscriber of the demonstration; its page is not shown');
    return null;
  });
  showStartupBanner({
    env,
    log,
    publicUrl,
    preferences,
    staff: hasDemoStaff(env) ? listDemoAccounts(createSignedTokens(env.appSecret)) : [],
    isEmbedded: env.databaseUrl === undefined,
    milliseconds: milliseconds(),
  });
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

interface StartupInfo {
  env: Env;
  log: Logger;
  publicUrl: string;
  isEmbedded: boolean;
  /** The page of the demonstration's subscriber; null without one. */
  preferences: string | null;
  /** The demonstration's accounts of the office; empty without them. */
  staff: DemoAccount[];
  /** How long starting took. */
  milliseconds: number;
}

/** Prints where the shop is and what runs in test mode. In production it writes a line of the log instead. */
function showStartupBanner(info: StartupInfo): void {
  const { env, log, publicUrl, isEmbedded, preferences, staff, milliseconds } = info;
  if (env.isProduction) {
    log.info(
      { publicUrl, embedded: isEmbedded, milliseconds: Math.round(milliseconds) },
      'The festival is open',
    );
    return;
  }
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
