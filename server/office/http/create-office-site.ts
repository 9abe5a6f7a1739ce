import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppDeps } from '../../app.ts';
import type { DevSite } from '../../site/dev-site.ts';
import { loadOfficePages, createOfficePages, type OfficeServerBuild } from './office-build.ts';
import { createOfficeHandler, isOfficePath } from './serve-office.ts';

/**
 * The office for route-request.ts: handles a request below /office; null for any other path. In development, the pages
 * come from Vite.
 */
export async function createOfficeSite(deps: AppDeps, dev: DevSite | undefined) {
  const { env, pool, log, tokens, festival, publicUrl, catalogue } = deps;
  const built = dev === undefined ? await loadOfficePages() : null;
  const handle = createOfficeHandler({
    env,
    pool,
    log,
    tokens,
    festival,
    publicUrl,
    stockChanged: () => catalogue.markStale(),
    pages: async () =>
      built ??
      createOfficePages((await (dev as DevSite).office()) as OfficeServerBuild, 'development'),
    isSecure: () => publicUrl().startsWith('https:'),
    addressOf: deps.addressOf,
  });
  return (request: IncomingMessage, response: ServerResponse, pathname: string) =>
    isOfficePath(pathname) ? handle(request, response) : null;
}
