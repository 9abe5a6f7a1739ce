import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { matchRoutes, type RouteObject } from 'react-router';
import type { Language } from '#contract/language.ts';
import type { Visit } from '#contract/visit.ts';
import { StartError } from '../platform/errors.ts';
import { memoize } from '../platform/memoize.ts';
import { pagePath } from './page-kinds.ts';
import type { SharedResponse } from './page.ts';

/** What the loaders of one request are given; web/platform/server-context.ts reads it. */
export interface SiteContext {
  /** Made by the site's own `createApiClient`. */
  api: unknown;
  language: Language;
  origin: string;
  config: { apiOrigin: string; stripeJsUrl: string };
  styleOf: (href: string) => string | undefined;
  /** Told the text of a rendered page; the answer's body is empty then. */
  keepHtml: (html: string) => void;
}

/** What web/entry.server.tsx exports, as far as the server uses it. */
interface EntryModule {
  createRequestHandler: (
    build: unknown,
    mode: string,
  ) => (request: Request, context: unknown) => Promise<Response>;
  RouterContextProvider: new () => { set(context: unknown, value: SiteContext | Visit): void };
  apiContext: unknown;
  shopContext: unknown;
  createApiClient: (settings: {
    origin: () => string;
    language: () => Language;
    token: () => undefined;
    fetch: (url: string, init: RequestInit) => Promise<SharedResponse>;
  }) => unknown;
}

interface BuildRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module?: { action?: unknown };
}

/** React Router's server build. */
export interface ServerBuild {
  entry: { module: EntryModule };
  routes: Record<string, BuildRoute | undefined>;
}

/** The built site, ready to render pages. */
export interface Site {
  /** Renders a page or the data of one. */
  render: (request: Request, context: SiteContext, visit: Visit) => Promise<Response>;
  createApiClient: EntryModule['createApiClient'];
  /** Whether a path is a page of ours; unknown ones lead home. */
  hasPage: (pathname: string) => boolean;
  /** Whether a form can be posted to it. */
  hasAction: (pathname: string) => boolean;
}

export const buildFolder = path.join(import.meta.dirname, '../../build');

/** Loads what `npm run build` made. */
export async function loadSite(): Promise<Site> {
  const file = path.join(buildFolder, 'server/index.js');
  if (!existsSync(file))
    throw new StartError('The site is not built yet; run "npm run build" first.');
  return openSite((await import(pathToFileURL(file).href)) as ServerBuild, 'production');
}

/** A site from its build; in development from Vite. */
export function openSite(build: ServerBuild, mode: 'production' | 'development'): Site {
  const { createRequestHandler, RouterContextProvider, apiContext, shopContext, createApiClient } =
    build.entry.module;
  const handle = createRequestHandler(build, mode);
  const routes = routeTree(build.routes, undefined);
  // found once: React Router ranks all routes anew for every path it is asked for
  const find = memoize((pathname: string): RouteObject | undefined => {
    const page = pagePath(pathname);
    const leaf = matchRoutes(routes, page)?.at(-1)?.route;
    // `*` and `de/*` lead home from what is unknown; the listener does it, but for links within the site
    return leaf?.path?.endsWith('*') && page === pathname ? undefined : leaf;
  });
  return {
    createApiClient,
    render(request, context, visit) {
      const provider = new RouterContextProvider();
      provider.set(apiContext, context);
      provider.set(shopContext, visit);
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
  const place = route.path === undefined ? {} : { path: route.path };
  if (route.index === true) return { id: route.id, index: true, ...place };
  return { id: route.id, children: routeTree(routes, route.id), ...place };
}
