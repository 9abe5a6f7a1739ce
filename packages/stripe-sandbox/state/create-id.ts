import { randomBytes } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

// Random bytes are cheaper in blocks than for each id.
let bytes = randomBytes(0);
let used = 0;

function nextByte(): number {
  if (used >= bytes.length) {
    bytes = randomBytes(4096);
    used = 0;
  }
  used += 1;
  return bytes[used - 1] ?? 0;
}

/** A random id with Stripe's prefix, such as `pi_…`, `ch_…`, `re_…`. */
export function createId(prefix: string, length = 24): string {
  let id = `${prefix}_`;
  while (id.length < prefix.length + 1 + length) id += LETTERS[nextByte() % LETTERS.length];
  return id;
}
