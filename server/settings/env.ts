import { existsSync, readFileSync, chmodSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isDatabaseUrl } from '../platform/database/open-pool.ts';
import { StartError, errorCode } from '../platform/errors.ts';
import { findLineNotUtf8 } from '../platform/process/find-line-not-utf8.ts';
import { isLoopbackHost } from '../platform/client-address.ts';
import {
  checkStripeKeys,
  isTestKey,
  toArchiveOptions,
  addressWithUser,
  oneOf,
  commaList,
  positive,
  hiddenText,
  trustedNetworks,
  webAddress,
  whole,
} from './setting-schemas.ts';
import { randomBytes } from 'node:crypto';
import { dataDirError, createDataDir } from '#packages/embedded-postgres/data-dir.ts';

/** The schema of each setting; `.env.example` explains them. */
const variables = {
  NODE_ENV: oneOf('production', 'development', 'test').optional(),
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: webAddress.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl)
    .describe(
      'an address such as postgres://user:password@host:5432/name, of several servers host1:5432,host2:5432, ' +
        'with target_session_attrs=read-write, primary, any or none',
    )
    .optional(),
  BACKUP_DIR: z.string().optional(),
  ARCHIVE_SECONDS: whole(2, 3600).default(30),
  DEFAULT_LANGUAGE: oneOf('de', 'en').default('de'),
  CART_HOLD_MINUTES: positive('minutes').default(30),
  ORDER_LINK_DAYS: positive('days').default(180),
  STAFF_IDLE_MINUTES: positive('minutes').default(30),
  STAFF_SESSION_HOURS: positive('hours').default(12),
  STAFF_STEP_UP_MINUTES: positive('minutes').default(10),
  CHOICE_DAYS: positive('days').default(14),
  MAIL_PER_MINUTE: positive('mails').default(120),
  STRIPE_SECRET_KEY: hiddenText().optional(),
  STRIPE_PUBLISHABLE_KEY: hiddenText().optional(),
  STRIPE_WEBHOOK_SECRET: commaList(z.string().min(1), 'one or more secrets').optional(),
  STRIPE_TEST: oneOf('0', '1').default('0'),
  STRIPE_API_BASE: webAddress.optional(),
  STRIPE_JS_URL: z
    .url({ protocol: /^https?$/ })
    .describe('an address such as https://js.stripe.com/')
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./ })
    .describe('an address such as smtp://user:password@host:587')
    .optional(),
  DEV_MAIL: oneOf('open').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/)
    .describe('a sender such as Tickets <tickets@example.org>')
    .optional(),
  MEDIA_URL: webAddress.optional(),
  TRUSTED_PROXY: trustedNetworks.optional(),
  SITE_ORIGINS: commaList(
    z.string().refine((value) => URL.canParse(value) && new URL(value).origin === value),
    'origins such as https://example.org (no path)',
  ).default([]),
  WEB_CONCURRENCY: z.string().optional(),
  TAX_TREATMENT: oneOf('exempt', 'reduced', 'small-business').optional(),
  METRICS_TOKEN: hiddenText().optional(),
  APP_SECRET: hiddenText().optional(),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  RATE_LIMIT: oneOf('on', 'off').default('on'),
  DEMO: oneOf('0', '1').optional(),
};
/** Every environment variable that we read. */
export const settingNames: string[] = Object.keys(variables);
const environment = z.object(variables);
type Values = z.output<typeof environment>;

/** Messages never show these: others read terminals and logs. */
const secrets = /SECRET|KEY|TOKEN|DATABASE_URL|SMTP_URL/;

/** Required with `NODE_ENV=production`. */
const neededInProduction = [
  ...(['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const),
  ...(['APP_SECRET', 'PUBLIC_URL', 'TRUSTED_PROXY', 'SMTP_URL', 'MAIL_FROM'] as const),
  'TAX_TREATMENT' as const,
];

/** For APP_SECRET in production, which signs tickets and must not be guessed (product.md 13). */
const MIN_SECRET_LENGTH = 32;
const MIN_DIFFERENT_CHARACTERS = 10;

/** The settings of this process; times in the unit of their name. */
export type Env = ReturnType<typeof parseEnv>;

/**
 * Reads the environment, and `.env` beside package.json for what is not set. Without APP_SECRET, creates the one in
 * DATA_DIR if it is missing, unless `needsSecret` is false: a restore brings its own. Throws StartError with one line:
 * the variable, its value and what is expected.
 */
export function readEnv({ needsSecret = true }: { needsSecret?: boolean } = {}): Env {
  if (existsSync('.env')) {
    const line = findLineNotUtf8(readFileSync('.env'));
    if (line !== null) throw new StartError(`.env:${line} is not UTF-8: save the file as UTF-8.`);
    process.loadEnvFile('.env');
  }
  const env = parseEnv(process.env);
  if (needsSecret) void env.appSecret;
  return env;
}

/** Validates and completes settings; an empty value counts as unset. */
export function parseEnv(source: Record<string, string | undefined>) {
  const values = parseValues(source);
  const isProduction = values.NODE_ENV === 'production';
  if (isProduction) checkProduction(values);
  checkStripeKeys({
    secret: values.STRIPE_SECRET_KEY,
    publishable: values.STRIPE_PUBLISHABLE_KEY,
    isProduction,
    isTestAllowed: values.STRIPE_TEST === '1',
    apiBase: values.STRIPE_API_BASE,
  });
  const dataDir = path.resolve(values.DATA_DIR);
  let appSecret = values.APP_SECRET;
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  return {
    isProduction,
    /** Started by `npm run dev`: the site comes from Vite. */
    isDevelopment: values.NODE_ENV === 'development',
    port: values.PORT,
    /** Undefined: all interfaces. */
    host: values.HOST,
    publicUrl,
    /** Whether PUBLIC_URL is set; otherwise it follows the port that was opened. */
    hasPublicUrl: values.PUBLIC_URL !== undefined,
    dataDir,
    /** Undefined: the embedded PostgreSQL. */
    databaseUrl: values.DATABASE_URL,
    /** Undefined: no archive. Its path is absolute. */
    archive: toArchiveOptions(values),
    defaultLanguage: values.DEFAULT_LANGUAGE,
    cartHoldMinutes: values.CART_HOLD_MINUTES,
    orderLinkDays: values.ORDER_LINK_DAYS,
    staffIdleMinutes: values.STAFF_IDLE_MINUTES,
    staffSessionHours: values.STAFF_SESSION_HOURS,
    staffStepUpMinutes: values.STAFF_STEP_UP_MINUTES,
    /** Buyers of a cancelled concert who may donate their money have so long to choose. */
    choiceDays: values.CHOICE_DAYS,
    /** The limit of the mails of all runs together, perhaps a fraction (office.md 1). */
    mailsPerMinute: values.MAIL_PER_MINUTE,
    /** Undefined: the payment sandbox. */
    stripe: stripeSettings(values),
    /** Undefined: mails are stored for `/dev/mail`. */
    smtpUrl: values.SMTP_URL,
    /** Whether `/dev/mail` responds to other machines, too. */
    isDevMailOpen: values.DEV_MAIL === 'open',
    mailFrom: values.MAIL_FROM ?? 'tickets@localhost',
    mediaUrl: values.MEDIA_URL,
    trustedProxies: values.TRUSTED_PROXY ?? [],
    siteOrigins: values.SITE_ORIGINS,
    /** Earlier versions started several processes by it. */
    hasWebConcurrency: values.WEB_CONCURRENCY !== undefined,
    taxTreatment: values.TAX_TREATMENT ?? ('exempt' as const),
    metricsToken: values.METRICS_TOKEN,
    /** Without APP_SECRET, created in DATA_DIR when it is first read. */
    get appSecret(): string {
      appSecret ??= readOrCreateAppSecret(dataDir);
      return appSecret;
    },
    /** Whether APP_SECRET is set; otherwise it is that of DATA_DIR/app-secret. */
    hasAppSecret: values.APP_SECRET !== undefined,
    logLevel: values.LOG_LEVEL,
    hasRateLimit: values.RATE_LIMIT === 'on',
    /** Load the demonstration programme into an empty database. */
    hasDemo: values.DEMO ? values.DEMO === '1' : !isProduction && values.DATABASE_URL === undefined,
  };
}

function parseValues(source: Record<string, string | undefined>): Values {
  const given = Object.keys(variables).map((name) => [name, source[name]?.trim() || undefined]);
  const result = environment.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  const name = String(result.error.issues[0]?.path[0]);
  const isSecret = secrets.test(name) || addressWithUser.test(source[name] ?? '');
  const shown = isSecret ? 'its value (not shown)' : `"${source[name]}"`;
  throw new StartError(`${name}: ${shown} is not valid; expected ${expected(name)}.`);
}

function expected(name: string): string {
  const schema = Object.entries(variables).find(([variable]) => variable === name)?.[1];
  const inner =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  return (inner instanceof z.ZodType && inner.description) || 'another value';
}

function checkProduction(values: Values): void {
  const missing = neededInProduction.filter((name) => values[name] === undefined);
  if (missing.length > 0) {
    throw new StartError(
      `NODE_ENV=production needs ${missing.join(', ')}; .env.example explains each.`,
    );
  }
  const secretText = values.APP_SECRET ?? '';
  const isShort = secretText.length < MIN_SECRET_LENGTH;
  if (isShort || new Set(secretText).size < MIN_DIFFERENT_CHARACTERS) {
    throw new StartError(
      `APP_SECRET: its value (not shown) is too ${isShort ? 'short' : 'uniform'} for NODE_ENV=production; at least ` +
        `${MIN_SECRET_LENGTH} characters, ${MIN_DIFFERENT_CHARACTERS} of them different, for example from \`openssl rand -base64 32\``,
    );
  }
  const { protocol, hostname } = new URL(values.PUBLIC_URL ?? '');
  if (protocol === 'http:' && !isLoopbackHost(hostname)) {
    throw new StartError(
      `PUBLIC_URL: "${values.PUBLIC_URL}" is refused with NODE_ENV=production; it must be https, so that nobody can intercept tickets and passwords.`,
    );
  }
  if (values.RATE_LIMIT === 'off') {
    throw new StartError('RATE_LIMIT: "off" is refused with NODE_ENV=production; leave it on.');
  }
}

function stripeSettings(values: Values) {
  if (values.STRIPE_SECRET_KEY === undefined || values.STRIPE_PUBLISHABLE_KEY === undefined) {
    return undefined;
  }
  return {
    secretKey: values.STRIPE_SECRET_KEY,
    publishableKey: values.STRIPE_PUBLISHABLE_KEY,
    /** Whether the keys are test keys: no money moves. */
    isTest: isTestKey(values.STRIPE_SECRET_KEY),
    /** More than one during a replacement. */
    webhookSecrets: values.STRIPE_WEBHOOK_SECRET ?? [],
    /** Undefined: Stripe's. */
    apiBase: values.STRIPE_API_BASE,
    /** Undefined: Stripe's. */
    jsUrl: values.STRIPE_JS_URL,
  };
}

/** A shorter secret is not ours, or incomplete. */
const MIN_STORED_LENGTH = 16;

/**
 * The secret of this installation, created once and stored in DATA_DIR/app-secret, readable by its owner only.
 * Throws StartError if it cannot be stored or is damaged: with another secret no ticket would be valid.
 */
export function readOrCreateAppSecret(dataDir: string): string {
  const file = path.join(dataDir, 'app-secret');
  createDataDir(dataDir);
  const secret = createOrRead(file, dataDir);
  if (secret.length >= MIN_STORED_LENGTH) return secret;
  throw new StartError(
    `${file} holds no secret. Put it back from a backup; if no ticket has been sold yet, delete the file.`,
  );
}

function createOrRead(file: string, dataDir: string): string {
  const created = randomBytes(32).toString('base64url');
  try {
    writeFileSync(file, created, { flag: 'wx', mode: 0o600 });
    return created;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') {
      // otherwise an empty file remains, which the next start would read as the secret
      if (errorCode(error) === 'ENOSPC') rmSync(file, { force: true });
      throw dataDirError(dataDir, error);
    }
  }
  try {
    chmodSync(file, 0o600);
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw dataDirError(dataDir, error);
  }
}
