import { z, type ZodType } from 'zod';
import path from 'node:path';
import { StartError } from '../platform/errors.ts';
import { isLoopbackHost } from '../platform/client-address.ts';

/** An address that contains a user and perhaps a password. */
export const addressWithUser = /:\/\/[^/]*@/;

/** A whole number from `min` to `max`. */
export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)
    .describe(`a whole number from ${min} to ${max}`);
/** A number above 0, fractions allowed; at most a century in minutes. */
export const positive = (unit: string) =>
  z
    .string()
    .regex(/^\d*\.?\d+$/)
    .transform(Number)
    .refine((value) => value > 0 && value <= 52_596_000)
    .describe(`a number of ${unit} above 0, such as 30 or 0.5`);
/** One of these words. */
export const oneOf = <const T extends string>(...values: T[]) =>
  z.enum(values).describe(`one of ${values.join(', ')}`);
/** An address of a site, without the slash at its end; paths are appended to it. */
export const webAddress = z
  .url({ protocol: /^https?$/ })
  .refine((value) => !/[?#]/.test(value) && !addressWithUser.test(value))
  .transform((value) => value.replace(/\/+$/, ''))
  .describe('an address such as https://example.org, without user, query and fragment');
/** A list separated by commas, of one item at least. */
export const commaList = <T extends ZodType<string, string>>(item: T, what: string) =>
  z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    // allows a comma at the end
    .transform((parts) => parts.filter((part) => part !== ''))
    .pipe(z.array(item).min(1))
    .describe(`${what}, separated by commas`);
/** A text that messages never show. */
export const hiddenText = () => z.string().describe('a secret text');
/** Networks as CIDRs, or `none`; /0 would let anybody choose an address. */
export const trustedNetworks = z
  .literal('none')
  .transform((): string[] => [])
  .or(
    commaList(
      z
        .union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])
        .refine((network) => !/\/0+$/.test(network)),
      '',
    ),
  )
  .describe('networks such as 10.0.0.0/8, not /0, separated by commas, or none');

/** BACKUP_DIR and ARCHIVE_SECONDS. Throws StartError together with DATABASE_URL. */
export function toArchiveOptions(settings: {
  BACKUP_DIR?: string | undefined;
  ARCHIVE_SECONDS: number;
  DATABASE_URL?: string | undefined;
}): { directory: string; seconds: number } | undefined {
  if (settings.BACKUP_DIR === undefined) return undefined;
  if (settings.DATABASE_URL !== undefined) {
    throw new StartError(
      'BACKUP_DIR archives the embedded database only. With DATABASE_URL, set up archiving on that server ' +
        '(docs/deploying.md) and leave BACKUP_DIR out.',
    );
  }
  return { directory: path.resolve(settings.BACKUP_DIR), seconds: settings.ARCHIVE_SECONDS };
}

export interface StripeKeys {
  secret: string | undefined;
  publishable: string | undefined;
  isProduction: boolean;
  /** STRIPE_TEST=1. */
  isTestAllowed: boolean;
  /** STRIPE_API_BASE. */
  apiBase: string | undefined;
}

/** Whether no money moves with a key. */
export const isTestKey = (key: string): boolean => /^[a-z]+_test_/.test(key);
const isLiveKey = (key: string): boolean => /^[a-z]+_live_/.test(key);

/**
 * Stops the start when the keys do not match each other or NODE_ENV (product.md 13). Half a set is
 * always a mistake: the shop would silently take no money. Throws StartError.
 */
export function checkStripeKeys({ secret, publishable, ...mode }: StripeKeys): void {
  // every browser gets the publishable key: a secret one would expose the account
  if (/^(sk|rk|whsec)_/.test(publishable ?? '')) {
    throw new StartError(
      'STRIPE_PUBLISHABLE_KEY is a secret one. It starts with pk_, STRIPE_SECRET_KEY with sk_.',
    );
  }
  if ((secret === undefined) !== (publishable === undefined)) {
    throw new StartError(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY belong together; set both, or neither for the sandbox.',
    );
  }
  const keys = [secret ?? '', publishable ?? ''];
  if (mode.isProduction) checkProduction(keys, mode.apiBase);
  const hasTestKey = keys.some(isTestKey);
  const hasLiveKey = keys.some(isLiveKey);
  if (hasTestKey && hasLiveKey) {
    throw new StartError(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is a live key, the other a test key; take both of one mode.',
    );
  }
  if (hasLiveKey && !mode.isProduction) {
    throw new StartError(
      'STRIPE_SECRET_KEY: a live key needs NODE_ENV=production; otherwise use test keys, or none for the sandbox.',
    );
  }
  if (hasTestKey && mode.isProduction && !mode.isTestAllowed) {
    throw new StartError(
      'STRIPE_SECRET_KEY: a test key is refused with NODE_ENV=production, because nobody pays; for a rehearsal set STRIPE_TEST=1.',
    );
  }
}

function checkProduction([secret = '', publishable = '']: string[], apiBase = ''): void {
  const isStripes = (key: string): boolean => isTestKey(key) || isLiveKey(key);
  if (!isStripes(secret) || !isStripes(publishable)) {
    const name = isStripes(secret) ? 'STRIPE_PUBLISHABLE_KEY' : 'STRIPE_SECRET_KEY';
    throw new StartError(
      `${name}: its value (not shown) is not a Stripe key; expected one with _live_, such as sk_live_… and pk_live_….`,
    );
  }
  if (!apiBase.startsWith('http:')) return;
  const { hostname } = new URL(apiBase);
  if (isLoopbackHost(hostname) || isPrivateHost(hostname)) return;
  throw new StartError(
    `STRIPE_API_BASE: "${apiBase}" is refused with NODE_ENV=production; it must be https, so that nobody can intercept the secret key.`,
  );
}

/** Whether a name points into a private network: a private address, or a name that no public server has. */
function isPrivateHost(hostname: string): boolean {
  return (
    /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)[\d.]+$|^\[f[cd]/.test(hostname) ||
    /^[\w-]+$|\.(local|internal|lan|test|home\.arpa)$/.test(hostname)
  );
}
