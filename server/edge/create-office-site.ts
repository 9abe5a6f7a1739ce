import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppDeps } from '../app.ts';
import type { Site } from './site-build.ts';
import { createOfficeHandler, isOfficePath } from './serve-office.ts';

/** The office for route-request.ts: handles a request below /office; null for any other path. */
export function createOfficeSite(deps: AppDeps, site: () => Promise<Site>) {
  const { env, pool, log, tokens, festival, publicUrl, catalogue } = deps;
  const handle = createOfficeHandler({
    env,
    pool,
    log,
    tokens,
    festival,
    publicUrl,
    stockChanged: () => catalogue.markStale(),
    site,
    isSecure: () => publicUrl().startsWith('https:'),
    addressOf: deps.addressOf,
  });
  return (request: IncomingMessage, response: ServerResponse, pathname: string) =>
    isOfficePath(pathname) ? handle(request, response) : null;
}
