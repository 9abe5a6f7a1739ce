import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { networksOf } from '../platform/client-address.ts';
import {
  createConcurrencyLimiter,
  createFairLimiter,
} from '../platform/process/concurrency-limiter.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Pool } from 'pg';
import type { FieldProblem } from '#contract/field-messages.ts';
import { passwordProblem } from '#contract/rules.ts';
import { invalidField } from '../platform/problem.ts';

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

/** Common passwords of the required length, in lower case; the head of the file says where they come from. */
const commonPasswords = new Set(
  readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => !/^#( |$)/.test(line)),
);

/** Words that an attacker would try first at a festival; its own name comes from the programme. */
const FESTIVAL_WORDS =
  'festival musik music konzert concert sommer summer karte karten ticket tickets passwort password'.split(
    ' ',
  );
/** A password with such words needs at least this many other alphabetic characters. */
const MIN_OTHER_LETTERS = 4;

const messages = {
  short: 'PASSWORD_TOO_SHORT',
  long: 'PASSWORD_TOO_LONG',
  email: 'PASSWORD_IS_EMAIL',
} as const satisfies Record<string, FieldProblem>;

/** Why a new password is invalid, as the key of a message; null when it is valid (api.md, Accounts). */
export async function findPasswordProblem(
  pool: Pool,
  password: string,
  email: string,
): Promise<FieldProblem | null> {
  const problem = passwordProblem(password, email);
  if (problem !== null) return messages[problem];
  if (commonPasswords.has(password.toLowerCase())) return 'PASSWORD_COMMON';
  const isOwnWord = hasOnlyWords(password, [...(await listFestivalNames(pool)), ...FESTIVAL_WORDS]);
  return isOwnWord ? 'PASSWORD_COMMON' : null;
}

/** 422 on the field `password` when the password is invalid. */
export async function checkNewPassword(pool: Pool, password: string, email: string): Promise<void> {
  const problem = await findPasswordProblem(pool, password, email);
  if (problem !== null) throw invalidField('password', problem);
}

/** The words of the names of festival and association, and of the city, without short ones. */
async function listFestivalNames(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ names: string | null }>(
    `select concat_ws(' ', content->>'name', content->'association'->>'name',
       content->'association'->>'city') as names from festival`,
  );
  const words = lettersOf(rows[0]?.names ?? '', ' ').split(/ +/);
  return words.filter((word) => word.length >= MIN_OTHER_LETTERS);
}

/** Whether a password contains one of these words and hardly any other alphabetic one: "Marienfirn2025!". */
function hasOnlyWords(password: string, words: string[]): boolean {
  const letters = lettersOf(password);
  const rest = words
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, word) => text.replaceAll(word, ''), letters);
  return rest !== letters && rest.length < MIN_OTHER_LETTERS;
}

function lettersOf(text: string, separator = ''): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\P{L}+/gu, separator);
}
