import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { DatabaseSilence } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { retry } from '../platform/retry.ts';
import { decrypt, encrypt, type SignedTokens } from '../platform/security/signed-tokens.ts';
import type { Caller } from './caller.ts';
import type { May } from './define.ts';

/** A claim is taken over when its process has died; after this time in any case. */
const TAKEOVER_SECONDS = 30;
/** How often, and how many times, we try to release a claim while the database is unavailable. */
const RELEASE_EVERY_MS = 500;
const MAX_RELEASE_ATTEMPTS = 50;
/** How a second attempt waits for the result of the first one. */
const POLL_MS = 100;
const MAX_ATTEMPTS = 50;

/** The API repeats responses for 24 h (api.md, Conventions); forms with a key, too. */
export const KEY_SECONDS = 24 * 60 * 60;

/** Two attempts are the same if names and contents are equal. */
export interface Once {
  /** Names the attempt. Only a caller that knows all of it can read the stored result. */
  name: readonly string[];
  /** Other content under the same name is 422. */
  content: readonly string[];
  /** How long the result is repeated. */
  seconds: number;
}

/** A result in the database. */
export interface StoredResponse {
  status: number;
  body: string | null;
  headers: Record<string, string>;
}

/** The right of one attempt to run. */
export interface Claim<R> {
  /** Names the attempt in the database; null if no repetition is recognized. */
  key: Buffer | null;
  /** Stores the result for repetitions, in the transaction of its change; false if another attempt was faster. */
  finish(client: Pool | PoolClient, result: R): Promise<boolean>;
}

/** How a result is stored. */
export interface Format<R> {
  write: (result: R) => StoredResponse;
  read: (stored: StoredResponse) => R;
}

/** Thrown to roll a change back: another attempt, which took this one for dead, has finished first. */
export class Overtaken extends Error {}

/**
 * Names a form that was sent: by operation, person and `text`, which has the form's random token and its entries. With
 * APP_SECRET, so that a copy of the database and a form that somebody has seen open nothing (decision 13). Whoever
 * signs in is nobody the first time, and perhaps themselves the second.
 */
export function nameForm(
  tokens: SignedTokens,
  name: string,
  { may, secretSeconds = KEY_SECONDS }: { may: May; secretSeconds?: number },
  caller: Caller,
  text: string,
): Once {
  const isPerson = caller.kind === 'staff' && may !== 'signed-out staff';
  const person = isPerson ? String(caller.id) : '';
  const key = tokens.deriveKey('form that was sent');
  const form = createHmac('sha256', key).update(text).digest('base64url');
  return { name: [name, person, form], content: [], seconds: secretSeconds };
}

const asJson: Format<unknown> = {
  write: (result) => ({ status: 200, body: JSON.stringify(result ?? null), headers: {} }),
  read: ({ body }) => JSON.parse(body ?? 'null') as unknown,
};

/**
 * Runs work once under its name: a repetition gets the first result again. A refused attempt (4xx) frees the name for
 * the same content. Without `once`, the work just runs.
 */
export async function runOnce<R>(
  pool: Pool,
  once: Once | null,
  work: (claim: Claim<R>) => Promise<R>,
  format: Format<R> = asJson as Format<R>,
): Promise<R> {
  if (once === null) return await work({ key: null, finish: () => Promise.resolve(true) });
  const key = sha256(once.name);
  const secret = deriveKey(once.name);
  const earlier = await waitForClaim(pool, key, once);
  if (earlier !== null) return format.read(decryptBody(secret, earlier));
  const finish = async (client: Pool | PoolClient, result: R): Promise<boolean> => {
    const { status, body, headers } = format.write(result);
    const { rowCount } = await client.query(
      `update idempotent_request set status = $2, body = $3, headers = $4, finished_at = now()
       where key_hash = $1 and finished_at is null`,
      [key, status, encrypt(secret, body ?? '').toString('base64'), JSON.stringify(headers)],
    );
    return rowCount === 1;
  };
  const id = key.toString('hex');
  inProgress.add(id);
  try {
    return await work({ key, finish });
  } catch (error) {
    const isRefused = error instanceof Problem && error.status < 500;
    const first = isRefused || error instanceof Overtaken ? await findStored(pool, key) : null;
    if (first !== null && first.status !== null) return format.read(decryptBody(secret, first));
    inProgress.delete(id);
    await releaseClaim(pool, key, isRefused);
    throw error;
  } finally {
    inProgress.delete(id);
  }
}

const sha256 = (parts: readonly string[]): Buffer =>
  createHash('sha256').update(parts.join('\n')).digest();

/**
 * Encrypts results: one may hold an access token, of which the database stores only a hash. The key derives from the
 * name, which we do not store: only a caller that repeats it can read the result.
 */
const deriveKey = (name: readonly string[]): Buffer =>
  Buffer.from(hkdfSync('sha256', name.join('\n'), '', 'idempotent answer', 32));

/** A row of the table; without a status, the attempt is still running. */
interface Row {
  request_hash: Buffer;
  status: number | null;
  body: string | null;
  headers: Record<string, string> | null;
}

function decryptBody(secret: Buffer, { status, body, headers }: Row): StoredResponse {
  const text = body === null ? null : decrypt(secret, Buffer.from(body, 'base64'));
  if (body !== null && text === null) throw new Error('A stored result cannot be decrypted');
  return { status: status ?? 200, body: text, headers: headers ?? {} };
}

/** Null: the claim is ours. Otherwise what an earlier attempt stored, once it has. Throws 409 and 422. */
async function waitForClaim(
  pool: Pool,
  key: Buffer,
  { content, seconds }: Once,
): Promise<Row | null> {
  const contentHash = sha256(content);
  const options = { attempts: MAX_ATTEMPTS, delayMs: POLL_MS, when: isStillWorking };
  return await retry(options, async () => {
    const isOurs = await claim(pool, key, contentHash, seconds).catch((error: unknown) => {
      // the database may still write the claim that we no longer wait for
      const mayBeWritten = !(error instanceof DatabaseSilence) || error.wasConnected;
      if (mayBeWritten) void releaseClaim(pool, key);
      throw error;
    });
    if (isOurs) return null;
    const found = await findStored(pool, key);
    // gone: it has just failed
    if (found === null) throw new Problem('still_working', { retryAfter: 1 });
    if (!found.request_hash.equals(contentHash)) {
      const fields = { idempotency_key: ['IDEMPOTENCY_KEY_USED' as const] };
      throw new Problem('idempotency_conflict', { fields });
    }
    if (found.status === null) throw new Problem('still_working', { retryAfter: 1 });
    return found;
  });
}

const isStillWorking = (error: unknown) =>
  error instanceof Problem && error.code === 'still_working';

async function findStored(pool: Pool, key: Buffer): Promise<Row | null> {
  const { rows } = await pool.query<Row>(
    'select request_hash, status, body, headers from idempotent_request where key_hash = $1',
    [key],
  );
  return rows[0] ?? null;
}

/** Whether the attempt may run: it is the first, or the earlier one is refused, dead or too old. */
async function claim(
  pool: Pool,
  key: Buffer,
  contentHash: Buffer,
  seconds: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into idempotent_request (key_hash, request_hash, claimed_by)
     values ($1, $2, current_setting('application_name'))
     on conflict (key_hash) do update set started_at = now(), request_hash = excluded.request_hash,
         claimed_by = excluded.claimed_by, status = null, finished_at = null, applied_at = case
           when idempotent_request.finished_at is null then idempotent_request.applied_at end
       where (idempotent_request.finished_at is null
         and idempotent_request.request_hash = excluded.request_hash
         and (idempotent_request.started_at < now() - make_interval(secs => ${TAKEOVER_SECONDS})
           or idempotent_request.claimed_by is not null and not exists (
             select from pg_stat_activity where application_name = idempotent_request.claimed_by)))
         or idempotent_request.started_at < now() - make_interval(secs => $3)`,
    [key, contentHash, seconds],
  );
  return rowCount === 1;
}

/** The keys of the attempts that this process runs. */
const inProgress = new Set<string>();

/**
 * Releases the claim of an attempt that failed, so that a repetition need not wait: at once, or as soon as the database
 * is back. Does not wait for the database.
 */
async function releaseClaim(pool: Pool, key: Buffer, retainsContent = false): Promise<void> {
  const isOver = () => !inProgress.has(key.toString('hex'));
  const release = async () => {
    if (isOver()) await endClaim(pool, key, retainsContent);
  };
  const options = { attempts: MAX_RELEASE_ATTEMPTS, delayMs: RELEASE_EVERY_MS, when: isOver };
  await release().catch(() => {
    retry(options, release).catch(() => undefined);
  });
}

/**
 * A problem has changed nothing: the next attempt under this name may succeed. With `retainsContent`, it must have the
 * same content. If the attempt failed after its change was committed, the next one takes it over at once and does not
 * apply the change again.
 */
async function endClaim(pool: Pool, key: Buffer, retainsContent: boolean): Promise<void> {
  const isOurs = `key_hash = $1 and finished_at is null
    and claimed_by = current_setting('application_name')`;
  if (!retainsContent) {
    await pool.query(`delete from idempotent_request where ${isOurs} and applied_at is null`, [
      key,
    ]);
  }
  await pool.query(
    `update idempotent_request
     set started_at = now() - make_interval(secs => ${TAKEOVER_SECONDS + 1}) where ${isOurs}`,
    [key],
  );
}
