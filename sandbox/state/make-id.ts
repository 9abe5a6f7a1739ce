import { randomBytes } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A random name with Stripe's prefix, such as `pi_…`, `ch_…`, `re_…`. */
export function makeId(prefix: string, length = 24): string {
  let id = `${prefix}_`;
  for (const byte of randomBytes(length)) id += LETTERS[byte % LETTERS.length];
  return id;
}
