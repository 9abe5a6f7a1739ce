import type { Language } from '#contract/language.ts';
import type { CachedPage } from './page-cache.ts';
import type { PageTools, RenderedPage } from './render-page.ts';

/** Calls whose answer is the same for everybody of one language. */
const SHARED = /^\/(?:concert(?:\/\d{1,9})?|countries|api\/(?:festival|site|pages\/[a-z]+))$/;

export function isSharedPath(path: string): boolean {
  return SHARED.test(path);
}

/** The answer's place in memory. */
export function sharedKey(language: Language, path: string): string {
  return `${language} ${path}`;
}

/** A shared answer from memory, else asked of the API and kept if it is good. */
export async function findShared(
  tools: PageTools,
  language: Language,
  path: string,
): Promise<CachedPage> {
  const key = sharedKey(language, path);
  const version = await tools.version();
  return (
    tools.answers.find(key, version) ??
    (await tools.answers.make(key, version, () => ask(tools, language, path)))
  );
}

/** An answer as far as a page reads it. */
export type SharedAnswer = Pick<Response, 'ok' | 'status' | 'headers' | 'json'>;

/** The same as a page being rendered reads it; null: it is not shared, the API is to be asked. */
export async function readShared(
  tools: PageTools,
  url: string,
  method: string | undefined,
  language: Language,
): Promise<SharedAnswer | null> {
  const path = url.replace(/^https?:\/\/[^/]+/, '');
  if (method !== 'GET' || !isSharedPath(path)) return null;
  const answer = await findShared(tools, language, path);
  const { status, headers } = answer;
  const json = (): Promise<unknown> => Promise.try(() => answer.json);
  return { ok: status === 200, status, headers: new Headers(headers), json };
}

async function ask(tools: PageTools, language: Language, path: string): Promise<RenderedPage> {
  const headers = { 'accept-language': language };
  const response = await tools.api(new Request(`http://in-process${path}`, { headers }), '');
  const { 'x-request-id': _, ...shared } = Object.fromEntries(response.headers);
  return {
    status: response.status,
    headers: { ...shared, vary: `${shared['vary'] ?? 'Accept-Language'}, Accept-Encoding` },
    body: Buffer.from(await response.arrayBuffer()),
  };
}
