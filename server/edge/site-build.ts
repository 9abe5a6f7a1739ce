import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { matchRoutes, type RouteObject } from 'react-router';
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

/** The exports of web/entry.server.tsx that the server uses. */
interface EntryModule {
  createRequestHandler: (
    build: unknown,
    mode: string,
  ) => (request: Request, context: unknown) => Promise<Response>;
  RouterContextProvider: new () => {
    set(context: unknown, value: SiteContext | Visit | Office): void;
  };
  serverContext: unknown;
  shopContext: unknown;
  officeContext: unknown;
}

interface BuildRoute {
  id: string;
  parentId?: string;
  path?: string;
  caseSensitive?: boolean;
  index?: boolean;
  module?: { action?: unknown };
}

/** React Router's server build. */
interface ServerBuild {
  entry: { module: EntryModule };
  routes: Record<string, BuildRoute | undefined>;
}

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
  return createSitePages((await import(pathToFileURL(file).href)) as ServerBuild, 'production');
}

/** Creates a site from its build; in development from Vite. */
function createSitePages(build: ServerBuild, mode: 'production' | 'development'): Site {
  const { createRequestHandler, RouterContextProvider, ...contexts } = build.entry.module;
  const handle = createRequestHandler(build, mode);
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
      const provider = new RouterContextProvider();
      provider.set(contexts.serverContext, context);
      if (visitor.visit) provider.set(contexts.shopContext, visitor.visit);
      if (visitor.office) provider.set(contexts.officeContext, visitor.office);
      return handle(request, provider);
    },
    hasPage: (pathname) => find(pathname) !== undefined,
    hasAction: (pathname) => build.routes[find(pathname)?.id ?? '']?.module?.action !== undefined,
  };
}

function routeTree(routes: ServerBuild['routes'], parentId: string | undefined): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => toRouteObject(routes, route as BuildRoute));
}

function toRouteObject(routes: ServerBuild['routes'], route: BuildRoute): RouteObject {
  const { caseSensitive = false } = route;
  const place = route.path === undefined ? {} : { path: route.path, caseSensitive };
  if (route.index === true) return { id: route.id, index: true, ...place };
  return { id: route.id, children: routeTree(routes, route.id), ...place };
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
    site: async () => createSitePages((await load()) as unknown as ServerBuild, 'development'),
    middleware: vite.middlewares,
    close: () => vite.close(),
  };
}
