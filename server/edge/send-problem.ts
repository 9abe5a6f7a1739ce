import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '#contract/language.ts';
import type { Logger } from '../platform/log.ts';
import { toProblemResponse } from '../platform/http/problem-response.ts';
import { pageLanguage, pagePath } from './page-kinds.ts';

interface SendProblemOptions {
  /** For clients that accept neither of ours. */
  defaultLanguage: Language;
  /** Besides those of the problem. */
  headers: Record<string, string>;
  log: Logger;
}

/**
 * Responds to anything thrown for a page: 503 with Retry-After, or 500 without internals. Does not log the path: it may
 * contain a token.
 */
export async function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  { defaultLanguage, headers, log }: SendProblemOptions,
): Promise<void> {
  const requestId = randomUUID();
  const { url = '', headers: sent } = request;
  const { cookie = null, 'accept-language': accept = null } = sent;
  const path = pagePath(url.replace(/\?.*/, ''));
  const language = pageLanguage(path, cookie, accept, defaultLanguage);
  const problem = toProblemResponse(error, language, requestId, (unexpected) => {
    log.error({ err: unexpected, requestId }, 'Could not respond to a request');
  });
  if (response.headersSent) return void response.destroy();
  const all = { ...headers, ...Object.fromEntries(problem.headers), 'x-request-id': requestId };
  response.writeHead(problem.status, all);
  response.end(request.method === 'HEAD' ? undefined : await problem.text());
}
