import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Db } from '../database/database.ts';
import { Problem } from './problem.ts';
import type { RequestContext } from './request-context.ts';

/** A claim whose process died is taken over after so many seconds. */
const TAKEOVER_SECONDS = 30;
/** How often and how long a second request waits for the first one's answer. */
const WAIT_MS = 100;
const MAX_ATTEMPTS = 50;

/** A result that can be repeated. */
export interface StoredAnswer {
  status: number;
  body: string | null;
  headers: Record<string, string>;
}

/** What makes two requests the same one. */
export interface Repeatable {
  /** Names the request. The stored answer can be read only by callers that know all of it. */
  name: string[];
  /** What it asks for; other content under the same name is 422. */
  content: string[];
  /** How long the answer is repeated. */
  lifeSeconds: number;
}

/** Answers of the API are repeated for 24 h (api.md, Conventions). */
export const KEY_LIFE_SECONDS = 24 * 60 * 60;

/**
 * Handles a mutating call over HTTP once per `Idempotency-Key`: a repetition gets the first answer again,
 * another body under the same key 422 (api.md, Conventions). Kept 24 h. Without a key it just runs.
 */
export async function handleOnce(
  db: Db,
  facts: RequestContext,
  request: Request,
  bytes: Uint8Array,
  handle: (requestKey: Buffer | null) => Promise<Response>,
): Promise<Response> {
  const key = request.headers.get('idempotency-key');
  if (key === null || key === '') return await handle(null);
  if (key.length > 255) throw new Problem('malformed');
  const repeatable = {
    name: [request.method, new URL(request.url).pathname, facts.bearerToken ?? '', key],
    content: [request.headers.get('content-type')?.split(';')[0] ?? '', comparable(request, bytes)],
    lifeSeconds: KEY_LIFE_SECONDS,
  };
  let response: Response | undefined;
  const { status, headers, body } = await runRepeatable(db, repeatable, async (requestKey) => {
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

/** Runs work once under its name: a repetition within its life gets the first answer again. */
export async function runRepeatable(
  db: Db,
  { name, content, lifeSeconds }: Repeatable,
  run: (requestKey: Buffer) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const keyHash = sha256(name);
  const requestHash = sha256(content);
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const earlier = await claim(db, keyHash, requestHash, lifeSeconds);
    if (earlier === null)
      return await runClaimed(db, keyHash, createCipher(name), () => run(keyHash));
    if (!earlier.request_hash.equals(requestHash)) {
      const fields = { idempotency_key: ['IDEMPOTENCY_KEY_USED' as const] };
      throw new Problem('idempotency_conflict', { fields });
    }
    if (earlier.status !== null) return repeat(createCipher(name), earlier);
    await wait(WAIT_MS);
  }
  throw new Problem('still_working', { retryAfter: 1 });
}

/**
 * With a database of our own nobody else is at work when we start: what a process that died had claimed is
 * free at once, not after the time for taking over.
 */
export async function releaseClaims(pool: Pool): Promise<void> {
  await pool.query(
    `update idempotent_request set started_at = now() - make_interval(secs => $1)
     where finished_at is null and started_at > now() - make_interval(secs => $1)`,
    [TAKEOVER_SECONDS + 1],
  );
}

/** A multipart boundary differs from one sending to the next: it does not count. */
function comparable(request: Request, bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1');
  const boundary = /boundary="?([^";]+)/.exec(request.headers.get('content-type') ?? '')?.[1];
  return boundary === undefined ? text : text.replaceAll(boundary, 'boundary');
}

function sha256(parts: string[]): Buffer {
  return createHash('sha256').update(parts.join('\n')).digest();
}

/** Locks an answer away: it may hold an access token, of which the database keeps a hash only. */
interface Seal {
  close(text: string): string;
  open(sealed: string): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Opened only by who asks again: its key follows from what the caller sends and we do not keep. */
function createCipher(asked: string[]): Seal {
  const key = Buffer.from(hkdfSync('sha256', asked.join('\n'), '', 'idempotent answer', 32));
  return {
    close(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const rest = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8');
    },
  };
}

interface Earlier {
  request_hash: Buffer;
  status: number | null;
  body: string | null;
  headers: Record<string, string> | null;
}

/** Null: the request is ours to run. Otherwise what an earlier one left. */
async function claim(
  db: Db,
  keyHash: Buffer,
  requestHash: Buffer,
  lifeSeconds: number,
): Promise<Earlier | null> {
  const claimed = await sql`
    insert into idempotent_request (key_hash, request_hash) values (${keyHash}, ${requestHash})
    on conflict (key_hash) do update set started_at = now(), request_hash = excluded.request_hash,
        status = null, finished_at = null, applied_at = case
          when idempotent_request.finished_at is null then idempotent_request.applied_at end
      where (idempotent_request.finished_at is null
        and idempotent_request.request_hash = excluded.request_hash
        and idempotent_request.started_at < now() - make_interval(secs => ${TAKEOVER_SECONDS}))
        or idempotent_request.started_at < now() - make_interval(secs => ${lifeSeconds})
    returning 1`.execute(db);
  if (claimed.rows.length === 1) return null;
  const { rows } = await sql<Earlier>`
    select request_hash, status, body, headers from idempotent_request where key_hash = ${keyHash}`.execute(
    db,
  );
  return rows[0] ?? null;
}

async function runClaimed(
  db: Db,
  keyHash: Buffer,
  seal: Seal,
  run: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  let answer: StoredAnswer;
  try {
    answer = await run();
  } catch (error) {
    await releaseClaim(db, keyHash);
    throw error;
  }
  await sql`
    update idempotent_request
    set status = ${answer.status}, body = ${seal.close(answer.body ?? '')}, finished_at = now(),
      headers = ${JSON.stringify(answer.headers)}
    where key_hash = ${keyHash}`.execute(db);
  return answer;
}

/**
 * A refusal changed nothing: the next try under this key may succeed. What failed after its change was made
 * is taken over by the next try at once, which will not make it again.
 */
async function releaseClaim(db: Db, keyHash: Buffer): Promise<void> {
  await sql`delete from idempotent_request where key_hash = ${keyHash} and applied_at is null`.execute(
    db,
  );
  await sql`update idempotent_request set started_at = now() - make_interval(secs => ${TAKEOVER_SECONDS + 1})
    where key_hash = ${keyHash}`.execute(db);
}

function repeat(seal: Seal, { status, body, headers }: Earlier): StoredAnswer {
  const text = body === null ? null : seal.open(body);
  return { status: status ?? 200, body: text, headers: headers ?? {} };
}
