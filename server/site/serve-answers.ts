import type { IncomingMessage, ServerResponse } from 'node:http';
import { negotiateLanguage } from '#contract/language.ts';
import type { RenderedPage } from './render-page.ts';
import { sendPage, type SiteTools } from './serve-site.ts';

/** Calls whose answer is the same for everybody of one language. */
const SHARED = /^\/(?:concert(?:\/\d{1,9})?|countries|api\/(?:festival|site|pages\/[a-z]+))$/;

/**
 * Answers reads of the programme from memory, byte for byte what the API answered; false: ask the API.
 * Requests of other sites (Origin) and with queries always go to the API.
 */
export function sendAnswerFromMemory(
  tools: SiteTools,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (!isShared(request)) return false;
  const version = tools.version();
  if (typeof version !== 'string') return false;
  const answer = tools.answers.find(keyOf(tools, request), version);
  if (answer === null) return false;
  sendPage(request, response, answer);
  return true;
}

/** Asks the API, keeps a good answer and sends it; false: it was none to keep, nothing is sent. */
export async function askAndKeep(
  tools: SiteTools,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (!isShared(request)) return false;
  const version = await tools.version();
  const answer = await tools.answers.make(keyOf(tools, request), version, () =>
    ask(tools, request),
  );
  if (answer.status !== 200) return false;
  sendPage(request, response, answer);
  return true;
}

async function ask(tools: SiteTools, request: IncomingMessage): Promise<RenderedPage> {
  const { 'accept-language': language } = request.headers;
  const headers = new Headers(language === undefined ? [] : [['accept-language', language]]);
  const response = await tools.api(new Request(`http://in-process${request.url}`, { headers }), '');
  const { 'x-request-id': _, ...shared } = Object.fromEntries(response.headers);
  return {
    status: response.status,
    headers: { ...shared, vary: `${shared['vary'] ?? 'Accept-Language'}, Accept-Encoding` },
    body: Buffer.from(await response.arrayBuffer()),
  };
}

function isShared(request: IncomingMessage): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  return request.headers.origin === undefined && SHARED.test(request.url ?? '');
}

function keyOf(tools: SiteTools, request: IncomingMessage): string {
  const language = negotiateLanguage(request.headers['accept-language']) ?? tools.defaultLanguage;
  return `${language} ${request.url}`;
}
