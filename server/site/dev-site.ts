import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { ViteDevServer } from 'vite';
import { openSite, type ServerBuild, type Site } from './site-build.ts';

/** The site from Vite for `npm run dev`: always the current sources, with hot module replacement on the same port. */
export interface DevSite {
  site: () => Promise<Site>;
  /** Serves Vite's own files; calls `next` for everything else. */
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  close: () => Promise<void>;
}

export async function startDevSite(server: Server): Promise<DevSite> {
  const { createServer } = await import('vite');
  const vite: ViteDevServer = await createServer({
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  });
  return {
    site: async () => {
      const build = await vite.ssrLoadModule('virtual:react-router/server-build');
      return openSite(build as unknown as ServerBuild, 'development');
    },
    middleware: vite.middlewares,
    close: () => vite.close(),
  };
}
