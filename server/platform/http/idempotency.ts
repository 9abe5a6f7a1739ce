import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Db } from '../database.ts';
import { Problem } from './problem.ts';
import type { RequestFacts } from './request-facts.ts';

/** A claim whose process died is taken over after so many seconds. */
const TAKEOVER_SECONDS = 30;
/** How often and how long a second request waits for the first one's answer. */
const WAIT_MS = 100;
const WAIT_TIMES = 50;

/**
 * Runs a mutating call once per `Idempotency-Key`: a repetition gets the first answer again, another
 * body under the same key 422 (api.md, Conventions). Kept 24 h. Without a key it just runs.
 */
export async function answerOnce(
  db: Db,
  facts: RequestFacts,
  request: Request,
  bytes: Uint8Array,
  handle: (requestKey: Buffer | null) => Promise<Response>,
): Promise<Response> {
  const key = request.headers.get('idempotency-key');
  if (key === null || key === '') return await handle(null);
  if (key.length > 255) throw new Problem('malformed');
  const asked = [request.method, new URL(request.url).pathname, facts.bearerToken ?? '', key];
  const keyHash = sha256(asked);
  const requestHash = sha256([
    request.headers.get('content-type')?.split(';')[0] ?? '',
    comparable(request, bytes),
  ]);

  for (let tries = 0; tries < WAIT_TIMES; tries++) {
    const earlier = await claim(db, keyHash, requestHash);
    if (earlier === null)
      return await runClaimed(db, keyHash, sealOf(asked), () => handle(keyHash));
    if (!earlier.request_hash.equals(requestHash)) {
      const fields = { idempotency_key: ['IDEMPOTENCY_KEY_USED' as const] };
      throw new Problem('idempotency_conflict', { fields });
    }
    if (earlier.status !== null) return replay(sealOf(asked), earlier);
    await wait(WAIT_MS);
  }
  throw new Problem('still_working', { retryAfter: 1 });
}

/**
 * With a database of our own nobody else is at work when we start: what a process that died had claimed is
 * free at once, not after the time for taking over.
 */
export async function freeClaims(pool: Pool): Promise<void> {
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
function sealOf(asked: string[]): Seal {
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
async function claim(db: Db, keyHash: Buffer, requestHash: Buffer): Promise<Earlier | null> {
  const claimed = await sql`
    insert into idempotent_request (key_hash, request_hash) values (${keyHash}, ${requestHash})
    on conflict (key_hash) do update set started_at = now(), request_hash = excluded.request_hash,
        status = null, finished_at = null, applied_at = case
          when idempotent_request.finished_at is null then idempotent_request.applied_at end
      where (idempotent_request.finished_at is null
        and idempotent_request.request_hash = excluded.request_hash
        and idempotent_request.started_at < now() - make_interval(secs => ${TAKEOVER_SECONDS}))
        or idempotent_request.started_at < now() - interval '24 hours'
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
  handle: () => Promise<Response>,
): Promise<Response> {
  let response: Response;
  try {
    response = await handle();
  } catch (error) {
    await letGo(db, keyHash);
    throw error;
  }
  const body = await response.clone().text();
  await sql`
    update idempotent_request
    set status = ${response.status}, body = ${seal.close(body)}, finished_at = now(),
      headers = ${JSON.stringify(Object.fromEntries(response.headers))}
    where key_hash = ${keyHash}`.execute(db);
  return response;
}

/**
 * A refusal changed nothing: the next try under this key may succeed. What failed after its change was made
 * is taken over by the next try at once, which will not make it again.
 */
async function letGo(db: Db, keyHash: Buffer): Promise<void> {
  await sql`delete from idempotent_request where key_hash = ${keyHash} and applied_at is null`.execute(
    db,
  );
  await sql`update idempotent_request set started_at = now() - make_interval(secs => ${TAKEOVER_SECONDS + 1})
    where key_hash = ${keyHash}`.execute(db);
}

function replay(seal: Seal, { status, body, headers }: Earlier): Response {
  return new Response(status === 204 || body === null ? null : seal.open(body), {
    status: status ?? 200,
    headers: { ...headers, 'idempotent-replayed': 'true' },
  });
}
