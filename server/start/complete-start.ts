import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Env } from '../settings/env.ts';
import { createNewsletterLinks } from '../newsletter/create-newsletter-links.ts';
import { findDemoSubscriber } from '../newsletter/demo-subscriber.ts';
import { saveShopAddress } from '../command-line/shop-address.ts';
import { listDemoAccounts } from '../staff/demo-staff.ts';
import { hasDemoStaff } from '../staff/staff-sessions.ts';
import type { Logger } from '../platform/log.ts';
import type { Shutdown } from '../platform/process/shutdown.ts';
import { createSignedTokens } from '../platform/security/signed-tokens.ts';
import { showStartupBanner } from './startup-banner.ts';

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
