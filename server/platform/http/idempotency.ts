import { createHash, hkdfSync } from 'node:crypto';
import type { Pool } from 'pg';
import { problems } from '#contract/problems.ts';
import { DatabaseSilence } from '../database/database-watch.ts';
import { retry } from '../retry.ts';
import { decrypt, encrypt } from '../security/encrypt.ts';
import { Problem } from '../problem.ts';
import type { RequestContext } from './call.ts';

/** A claim is taken over when its process has died; after this time in any case. */
const TAKEOVER_SECONDS = 30;
/** How often, and how many times, we try to release a claim while the database is unavailable. */
const RELEASE_EVERY_MS = 500;
const MAX_RELEASE_ATTEMPTS = 50;
/** How a second request waits for the response to the first one. */
const POLL_MS = 100;
const MAX_ATTEMPTS = 50;

/** A response that can be repeated. */
export interface StoredResponse {
  status: number;
  body: string | null;
  headers: Record<string, string>;
}

/** Two requests are the same if all of these are equal. */
export interface Repeatable {
  /** Names the request. Only a caller that knows all of it can read the stored response. */
  name: string[];
  /** Other content under the same name is 422. */
  content: string[];
  /** How long the response is repeated. */
  ttlSeconds: number;
}

/** The API repeats responses for 24 h (api.md, Conventions). */
export const KEY_TTL_SECONDS = 24 * 60 * 60;

/**
 * Handles a mutating call over HTTP once per `Idempotency-Key`: a repetition within 24 h gets the first response
 * again, another body under the same key 422 (api.md, Conventions). A refused call (4xx) runs again. Without a key,
 * the call just runs.
 */
export async function handleOnce(
  pool: Pool,
  context: RequestContext,
  request: Request,
  bytes: Uint8Array,
  handle: (requestKey: Buffer | null) => Promise<Response>,
): Promise<Response> {
  const key = request.headers.get('idempotency-key');
  if (key === null || key === '') return await handle(null);
  if (key.length > 255) throw new Problem('malformed');
  const repeatable = {
    name: [request.method, new URL(request.url).pathname, context.bearerToken ?? '', key],
    content: [request.headers.get('content-type')?.split(';')[0] ?? '', comparable(request, bytes)],
    ttlSeconds: KEY_TTL_SECONDS,
  };
  let response: Response | undefined;
  const { status, headers, body } = await runRepeatable(pool, repeatable, async (requestKey) => {
    response = await handle(requestKey);
    const text = await response.clone().text();
    const stored = Object.fromEntries(response.headers);
    return { status: response.status, headers: stored, body: text };
  });
  return (
    response ??
    new Response(status === 204 ? null : body, {
      status,
      headers: { ...headers, 'idempotent-replayed': 'true' },
    })
  );
}

/** Runs work once under its name: a repetition within `ttlSeconds` gets the first response again. */
export async function runRepeatable(
  pool: Pool,
  { name, content, ttlSeconds }: Repeatable,
  run: (requestKey: Buffer) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const keyHash = sha256(name);
  const requestHash = sha256(content);
  const options = { attempts: MAX_ATTEMPTS, delayMs: POLL_MS, when: isStillWorking };
  const earlier = await retry(options, async () => {
    const found = await claim(pool, keyHash, requestHash, ttlSeconds).catch((error: unknown) => {
      // the database may still write the claim that we no longer wait for
      const mayBeWritten = !(error instanceof DatabaseSilence) || error.wasConnected;
      if (mayBeWritten) void releaseClaim(pool, keyHash);
      throw error;
    });
    if (found === null) return null;
    if (found === undefined) throw new Problem('still_working', { retryAfter: 1 });
    if (!found.request_hash.equals(requestHash)) {
      const fields = { idempotency_key: ['IDEMPOTENCY_KEY_USED' as const] };
      throw new Problem('idempotency_conflict', { fields });
    }
    if (found.status === null) throw new Problem('still_working', { retryAfter: 1 });
    return found;
  });
  const encryptionKey = deriveKey(name);
  if (earlier !== null) return toStoredResponse(encryptionKey, earlier);
  return await runClaimed(pool, keyHash, encryptionKey, () => run(keyHash));
}

const isStillWorking = (error: unknown) =>
  error instanceof Problem && error.code === 'still_working';

/** A multipart boundary differs from one attempt to the next: it does not count. */
function comparable(request: Request, bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1');
  const boundary = /boundary="?([^";]+)/.exec(request.headers.get('content-type') ?? '')?.[1];
  return boundary === undefined ? text : text.replaceAll(boundary, 'boundary');
}

function sha256(parts: string[]): Buffer {
  return createHash('sha256').update(parts.join('\n')).digest();
}

/**
 * Encrypts responses: one may hold an access token, of which the database stores only a hash. The key derives from the
 * request, which we do not store: only a client that repeats it can read the response.
 */
const deriveKey = (request: string[]): Buffer =>
  Buffer.from(hkdfSync('sha256', request.join('\n'), '', 'idempotent answer', 32));

interface Earlier {
  request_hash: Buffer;
  status: number | null;
  body: string | null;
  headers: Record<string, string> | null;
}

/**
 * Null: the claim is ours, the request may run. Otherwise what an earlier one stored; undefined if that one has just
 * failed and is gone.
 */
async function claim(
  pool: Pool,
  keyHash: Buffer,
  requestHash: Buffer,
  ttlSeconds: number,
): Promise<Earlier | null | undefined> {
  const claimed = await pool.query(
    `insert into idempotent_request (key_hash, request_hash, claimed_by)
    values ($1, $2, current_setting('application_name'))
    on conflict (key_hash) do update set started_at = now(), request_hash = excluded.request_hash,
        claimed_by = excluded.claimed_by, status = null, finished_at = null, applied_at = case
          when idempotent_request.finished_at is null then idempotent_request.applied_at end
      where (idempotent_request.finished_at is null
        and idempotent_request.request_hash = excluded.request_hash
        and (idempotent_request.started_at < now() - make_interval(secs => $3)
          or idempotent_request.claimed_by is not null and not exists (
            select from pg_stat_activity where application_name = idempotent_request.claimed_by)))
        or idempotent_request.started_at < now() - make_interval(secs => $4)
    returning 1`,
    [keyHash, requestHash, TAKEOVER_SECONDS, ttlSeconds],
  );
  if (claimed.rows.length === 1) return null;
  const { rows } = await pool.query<Earlier>(
    `select request_hash, status, body, headers from idempotent_request where key_hash = $1`,
    [keyHash],
  );
  return rows[0];
}

/** The keys of the calls that this process handles. */
const inProgress = new Set<string>();

async function runClaimed(
  pool: Pool,
  keyHash: Buffer,
  encryptionKey: Buffer,
  run: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const key = keyHash.toString('hex');
  inProgress.add(key);
  try {
    const response = await run();
    const body = encrypt(encryptionKey, response.body ?? '').toString('base64');
    await pool.query(
      `update idempotent_request
      set status = $1, body = $2, finished_at = now(),
        headers = $3
      where key_hash = $4`,
      [response.status, body, JSON.stringify(response.headers), keyHash],
    );
    inProgress.delete(key);
    return response;
  } catch (error) {
    inProgress.delete(key);
    await releaseClaim(pool, keyHash, isRefused(error));
    throw error;
  }
}

/** Whether the call was handled and refused (4xx), so that its key belongs to its body. */
const isRefused = (error: unknown) => error instanceof Problem && problems[error.code].status < 500;

/**
 * Releases the claim of a call that failed, so that a repetition need not wait: at once, or as soon as the database is
 * back. Does not wait for the database.
 */
async function releaseClaim(pool: Pool, keyHash: Buffer, retainsHash = false): Promise<void> {
  const isOver = () => !inProgress.has(keyHash.toString('hex'));
  const release = async () => {
    if (isOver()) await endClaim(pool, keyHash, retainsHash);
  };
  const options = { attempts: MAX_RELEASE_ATTEMPTS, delayMs: RELEASE_EVERY_MS, when: isOver };
  await release().catch(() => {
    retry(options, release).catch(() => undefined);
  });
}

/**
 * A problem has changed nothing: the next attempt under this key may succeed. With `retainsHash`, it must have the same
 * content. If the request failed after its change was committed, the next attempt takes it over at once and does not
 * apply the change again.
 */
async function endClaim(pool: Pool, keyHash: Buffer, retainsHash: boolean): Promise<void> {
  const isOurs = `key_hash = $1 and finished_at is null
    and claimed_by = current_setting('application_name')`;
  if (!retainsHash) {
    await pool.query(`delete from idempotent_request where ${isOurs} and applied_at is null`, [
      keyHash,
    ]);
  }
  await pool.query(
    `update idempotent_request set started_at = now() - make_interval(secs => $2) where ${isOurs}`,
    [keyHash, TAKEOVER_SECONDS + 1],
  );
}

function toStoredResponse(
  encryptionKey: Buffer,
  { status, body, headers }: Earlier,
): StoredResponse {
  const text = body === null ? null : decrypt(encryptionKey, Buffer.from(body, 'base64'));
  if (body !== null && text === null) throw new Error('A stored response cannot be decrypted');
  return { status: status ?? 200, body: text, headers: headers ?? {} };
}
