import type { IncomingMessage, ServerResponse } from 'node:http';
import { negotiateLanguage, type Language } from '#contract/language.ts';
import { sendPage, type SiteTools } from './serve-site.ts';
import { findShared, isSharedPath, sharedKey } from './shared-answers.ts';

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
  const key = sharedKey(languageOf(tools, request), request.url ?? '');
  const answer = tools.answers.find(key, version);
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
  const answer = await findShared(tools, languageOf(tools, request), request.url ?? '');
  if (answer.status !== 200) return false;
  sendPage(request, response, answer);
  return true;
}

function isShared(request: IncomingMessage): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  return request.headers.origin === undefined && isSharedPath(request.url ?? '');
}

function languageOf(tools: SiteTools, request: IncomingMessage): Language {
  return negotiateLanguage(request.headers['accept-language']) ?? tools.defaultLanguage;
}
