import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { networksOf } from '../platform/client-address.ts';
import {
  createConcurrencyLimiter,
  createFairLimiter,
} from '../platform/process/concurrency-limiter.ts';

/** Argon2id as OWASP recommends: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASS_COUNT = 2;
const LANE_COUNT = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Hashing runs in Node's thread pool of four threads; one must stay available for file system and DNS. */
const MAX_PARALLEL_COUNT = 3;
/** The last in the queue waits about ten seconds. */
const MAX_WAITING_COUNT = 200;
/** Limits per network: a class that registers together waits, others do not wait for it. */
const MAX_NETWORK_COUNT = 4;
const MAX_NETWORK_WAITING_COUNT = 60;
const limit = createFairLimiter(
  createConcurrencyLimiter(Math.min(MAX_PARALLEL_COUNT, availableParallelism()), MAX_WAITING_COUNT),
  MAX_NETWORK_COUNT,
  MAX_NETWORK_WAITING_COUNT,
);

/**
 * A hash that no password has. It stands for a voided password, and for an unknown address, whose check then takes as
 * long as that of a known one.
 */
export const placeholderHash = format(Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

/**
 * The Argon2id hash of a password in PHC format. 503 when too many are waiting, 429 when too many of the client's
 * network are.
 */
export async function hashPassword(password: string, clientAddress = ''): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, clientAddress, {
    salt,
    memory: MEMORY_KIB,
    passes: PASS_COUNT,
    lanes: LANE_COUNT,
  });
  return format(salt, hash);
}

/**
 * Whether this is the password of the stored hash. Null (no such account) takes as long and returns false (api.md,
 * Accounts). 503 and 429 as above.
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  clientAddress = '',
): Promise<boolean> {
  const { hash, ...settings } = parse(stored ?? placeholderHash);
  const derived = await derive(password, clientAddress, settings);
  return timingSafeEqual(derived, hash) && stored !== null;
}

interface Settings {
  salt: Buffer;
  memory: number;
  passes: number;
  lanes: number;
}

function derive(password: string, clientAddress: string, settings: Settings): Promise<Buffer> {
  const parameters: Argon2Parameters = {
    // another device may type the same characters as different code points
    message: password.normalize('NFKC'),
    nonce: settings.salt,
    memory: settings.memory,
    passes: settings.passes,
    parallelism: settings.lanes,
    tagLength: HASH_BYTES,
  };
  return limit(
    networksOf(clientAddress)[0],
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)));
      }),
  );
}

function format(salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASS_COUNT},p=${LANE_COUNT}$${base64(salt)}$${base64(hash)}`;
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
