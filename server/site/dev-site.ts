import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import path from 'node:path';
import type { ViteDevServer } from 'vite';
import { createSitePages, type ServerBuild, type Site } from './site-build.ts';

/**
 * Site and office from Vite for `npm run dev`: always the current sources, with hot module replacement on the same
 * port.
 */
export interface DevSite {
  site: () => Promise<Site>;
  /** The office's server build. */
  office: () => Promise<unknown>;
  /** Serves Vite's own files; calls `next` for everything else. */
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  close: () => Promise<void>;
}

/** Where Vite serves the office's modules in development, apart from the site's. */
const OFFICE_BASE = '/office-modules/';

/** Serves site and office by Vite, with hot module replacement, for `npm run dev`. */
export async function startDevSite(server: Server): Promise<DevSite> {
  const { createServer } = await import('vite');
  const site: ViteDevServer = await createServer({
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  });
  const office: ViteDevServer = await createServer({
    root: path.join(import.meta.dirname, '../../web/office'),
    base: OFFICE_BASE,
    server: { middlewareMode: true, hmr: { server, path: 'hmr' } },
    appType: 'custom',
  });
  const load = (vite: ViteDevServer) => vite.ssrLoadModule('virtual:react-router/server-build');
  return {
    site: async () => createSitePages((await load(site)) as unknown as ServerBuild, 'development'),
    office: () => load(office),
    middleware: (request, response, next) => {
      const isOffice = request.url?.startsWith(OFFICE_BASE) === true;
      (isOffice ? office : site).middlewares(request, response, next);
    },
    close: async () => void (await Promise.all([site.close(), office.close()])),
  };
}
