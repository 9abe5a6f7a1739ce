import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createConcurrencyLimiter } from '../platform/process/concurrency-limiter.ts';

/** Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/**
 * Hashing runs in Node's thread pool (four threads); one is always left for files and names. The line is
 * about ten seconds long at worst.
 */
const gate = createConcurrencyLimiter(Math.min(3, availableParallelism()), 200);

/** Nobody's password: checked for unknown addresses, so that they take the same time as known ones. */
const NOBODY = format(Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

/** The Argon2id hash of a password in PHC form. 503 when too many are waiting. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, { salt, memory: MEMORY_KIB, passes: PASSES, lanes: LANES });
  return format(salt, hash);
}

/**
 * Whether this is the password of the stored hash. With null (no such account) it works as long and
 * says no (api.md, Accounts).
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const { hash, ...settings } = parse(stored ?? NOBODY);
  const derived = await derive(password, settings);
  return timingSafeEqual(derived, hash) && stored !== null;
}

interface Settings {
  salt: Buffer;
  memory: number;
  passes: number;
  lanes: number;
}

function derive(password: string, settings: Settings): Promise<Buffer> {
  const parameters: Argon2Parameters = {
    // the same letters may be typed as different code points on another device
    message: password.normalize('NFKC'),
    nonce: settings.salt,
    memory: settings.memory,
    passes: settings.passes,
    parallelism: settings.lanes,
    tagLength: HASH_BYTES,
  };
  return gate(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)));
      }),
  );
}

function format(salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(salt)}$${base64(hash)}`;
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function parse(stored: string): Settings & { hash: Buffer } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored);
  if (match === null) throw new Error('a stored password hash is damaged');
  const [memory, passes, lanes] = match.slice(1, 4).map(Number) as [number, number, number];
  const [salt, hash] = match.slice(4).map((text) => Buffer.from(text, 'base64')) as [
    Buffer,
    Buffer,
  ];
  return { memory, passes, lanes, salt, hash };
}
