import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  matchRoutes,
  type createRequestHandler,
  type RouteObject,
  type RouterContext,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import { StartError } from '../platform/errors.ts';
import { memoize } from '../platform/memoize.ts';
import type { Office } from './office-visit.ts';
import { pagePath } from './page-kinds.ts';
import type { Visit } from './visit.ts';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Values that the server passes to the loaders of one request. */
export interface SiteContext {
  /** The site's public origin, e.g. `https://www.example.org`, for canonical links. */
  origin: string;
  /** Marks our own inline scripts and styles (document.tsx). */
  nonce: string;
  /** Follows the message of an error page: names the request in the log. */
  requestIdNote: string;
  /** The address of the card provider's script, and the colour of the browser's own frame on phones. */
  config: { stripeJsUrl: string; themeColor: string };
  /** Returns the text of a built stylesheet by its address; undefined for an unknown one. */
  styleOf: (href: string) => string | undefined;
  /** The festival's own colours as a style; '' without. */
  lookStyle: string;
  /** Receives the text of a rendered page; then the response's body is empty. */
  onHtml: (html: string) => void;
  /** Called with an error that no page expects. */
  onError: (error: unknown) => void;
}

/** The exports of web/entry.server.tsx that the server uses: the build has a copy of the router. */
interface EntryModule {
  createRequestHandler: typeof createRequestHandler;
  RouterContextProvider: typeof RouterContextProvider;
  serverContext: RouterContext<SiteContext>;
  shopContext: RouterContext<Visit>;
  officeContext: RouterContext<Office>;
}

type SiteBuild = ServerBuild & { entry: { module: EntryModule } };
type Routes = ServerBuild['routes'];

/** The reader of a page, as its area sees them; a preview is a page of the site within the office. */
export interface PageVisitor {
  visit?: Visit;
  office?: Office;
}

/** The built site, ready to render pages. */
export interface Site {
  /** Renders a page of the shop or, below /office, of the office; or the data of one. */
  render: (request: Request, context: SiteContext, visitor: PageVisitor) => Promise<Response>;
  /** Whether a path is one of our pages; unknown paths lead to the home page. */
  hasPage: (pathname: string) => boolean;
  /** Whether a page accepts a form post. */
  hasAction: (pathname: string) => boolean;
}

/** Where `npm run build` puts the site. */
export const buildFolder = path.join(import.meta.dirname, '../../build');

/** Loads the site that `npm run build` made. */
export async function loadSite(): Promise<Site> {
  const file = path.join(buildFolder, 'server/index.js');
  if (!existsSync(file))
    throw new StartError('The site is not built yet; run "npm run build" first.');
  return createSitePages((await import(pathToFileURL(file).href)) as SiteBuild, 'production');
}

/** Creates a site from its build; in development from Vite. */
function createSitePages(build: SiteBuild, mode: 'production' | 'development'): Site {
  const { serverContext, shopContext, officeContext, ...router } = build.entry.module;
  const handle = router.createRequestHandler(build, mode);
  const routes = routeTree(build.routes, undefined);
  // memoized: React Router ranks all routes again for every path
  const find = memoize((pathname: string): RouteObject | undefined => {
    const page = pagePath(pathname);
    const leaf = matchRoutes(routes, page)?.at(-1)?.route;
    // `*` and `de/*` lead from unknown paths to the home page; app.ts does so, except for links in the site
    return leaf?.path?.endsWith('*') && page === pathname ? undefined : leaf;
  });
  return {
    render(request, context, visitor) {
      const provider = new router.RouterContextProvider();
      provider.set(serverContext, context);
      if (visitor.visit) provider.set(shopContext, visitor.visit);
      if (visitor.office) provider.set(officeContext, visitor.office);
      return handle(request, provider);
    },
    hasPage: (pathname) => find(pathname) !== undefined,
    hasAction: (pathname) => build.routes[find(pathname)?.id ?? '']?.module?.action !== undefined,
  };
}

function routeTree(routes: Routes, parentId: string | undefined): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path: place, caseSensitive = false, index }) => {
      const common = { id, ...(place === undefined ? {} : { path: place, caseSensitive }) };
      if (index === true) return { ...common, index };
      return { ...common, children: routeTree(routes, id) };
    });
}

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
    site: async () => createSitePages((await load()) as unknown as SiteBuild, 'development'),
    middleware: vite.middlewares,
    close: () => vite.close(),
  };
}
