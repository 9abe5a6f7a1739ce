import type { Env } from '../settings/env.ts';
import type { DemoAccount } from '../staff/demo-staff.ts';
import type { Logger } from '../platform/log.ts';

export interface StartupInfo {
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
export function showStartupBanner(info: StartupInfo): void {
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
