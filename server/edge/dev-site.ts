import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createSitePages, type ServerBuild, type Site } from './site-build.ts';

/**
 * Site and office from Vite for `npm run dev`: always the current sources, with hot module replacement on the same
 * port.
 */
export interface DevSite {
  site: () => Promise<Site>;
  /** Serves Vite's own files; calls `next` for everything else. */
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  close: () => Promise<void>;
}

/** Serves site and office by Vite, with hot module replacement, for `npm run dev`. */
export async function startDevSite(server: Server): Promise<DevSite> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  });
  const load = () => vite.ssrLoadModule('virtual:react-router/server-build');
  return {
    site: async () => createSitePages((await load()) as unknown as ServerBuild, 'development'),
    middleware: vite.middlewares,
    close: () => vite.close(),
  };
}
