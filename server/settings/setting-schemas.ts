import { z, type ZodType } from 'zod';
import path from 'node:path';
import { StartError } from '../platform/errors.ts';

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
export const secret = () => z.string().describe('a secret text');
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
