import { isKnownVisitor } from '#server/people/sessions.ts';
import type { ShopDeps } from '#server/deps.ts';
import { mountApi } from '#server/edge/api.ts';
import { createEdge } from '#server/edge/app.ts';
import type { ApiApp } from '#server/operations/define-api.ts';
import {
  createSecurityEventReporter,
  type ReportSecurityEvent,
} from '#server/platform/security/security-events.ts';
import type { Env } from '#server/settings/env.ts';
import { createSignedTokens } from '#server/platform/security/signed-tokens.ts';
import { type TestDatabase, testLog } from './database.ts';

/** Origin of the site in tests. */
export const PUBLIC_URL = 'https://festival.example';
/** Tokens signed as the API of tests signs them. */
export const testTokens = createSignedTokens('a secret for tests, 32 characters');

/** The API of accounts, contact and newsletter; without rate limits by default. */
export function createTestApi(
  database: TestDatabase,
  options: { hasRateLimit?: boolean; report?: ReportSecurityEvent } = {},
) {
  const { pool } = database;
  const report = options.report ?? createSecurityEventReporter(testLog);
  const env = {
    mailFrom: 'Tickets <tickets@festival.example>',
    defaultLanguage: 'de',
    siteOrigins: [] as string[],
    hasRateLimit: options.hasRateLimit ?? false,
  } as Env;
  const publicUrl = () => PUBLIC_URL;
  const app = createEdge({ log: testLog, report, env, publicUrl, addressOf: (peer) => peer });
  // what those calls need
  const deps: Partial<ShopDeps> = {
    env,
    pool,
    tokens: testTokens,
    report,
    publicUrl,
    isKnownVisitor: (email, visitor) => isKnownVisitor(pool, testTokens, email, visitor),
  };
  mountApi(app, deps as ShopDeps);
  return createTestClient(app);
}

export type TestClient = ReturnType<typeof createTestClient>;

export interface TestCall {
  json?: unknown;
  form?: Record<string, string>;
  multipart?: Record<string, string>;
  bearer?: string;
  language?: string;
  /** Address of the caller. */
  address?: string;
  headers?: Record<string, string>;
}

/** A client of an app in this process, which reads the whole response. */
function createTestClient(app: ApiApp) {
  return async (method: string, path: string, call: TestCall = {}) => {
    const response = await app.request(path, toRequest(method, call), {
      peer: call.address ?? '203.0.113.7',
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? (JSON.parse(text) as unknown) : undefined,
    };
  };
}

function toRequest(method: string, call: TestCall): RequestInit {
  const headers = new Headers({ accept: 'application/json', ...call.headers });
  if (call.bearer !== undefined) headers.set('authorization', `Bearer ${call.bearer}`);
  if (call.language !== undefined) headers.set('accept-language', call.language);
  if (call.json !== undefined) {
    headers.set('content-type', 'application/json');
    return { method, headers, body: JSON.stringify(call.json) };
  }
  if (call.form !== undefined) return { method, headers, body: new URLSearchParams(call.form) };
  if (call.multipart === undefined) return { method, headers };
  const body = new FormData();
  for (const [name, value] of Object.entries(call.multipart)) body.set(name, value);
  return { method, headers, body };
}
