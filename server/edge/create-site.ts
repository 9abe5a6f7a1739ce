import type { Server } from 'node:http';
import path from 'node:path';
import type { AppDeps } from '../app.ts';
import type { Invoke } from './api.ts';
import type { ApiApp } from '../operations/define-api.ts';
import type { PageSources } from './headers.ts';
import { readStaticFiles } from './files.ts';
import { startDevSite, buildFolder, loadSite, type DevSite, type Site } from './site-build.ts';
import { createPageCache } from './page-cache.ts';
import type { SiteDeps } from './pages.ts';

/** Origin of the map of a venue, which loads only after a click. */
const MAP_ORIGIN = 'https://www.openstreetmap.org';

/** During a rush a page is rendered again at most this often; its badge is right within a second. */
const PAGE_MAX_STALE_MS = 250;

/** The site for route-request.ts. */
export interface RunningSite {
  site: SiteDeps;
  /** Whether a path is a page that accepts this method. */
  hasPage: (pathname: string, method: string) => Promise<boolean>;
  /** In development: Vite, which handles requests first. */
  dev: DevSite | undefined;
}

/** Creates the site: rendered pages, built files, and which paths are pages. In development it comes from Vite. */
export async function createSite(
  deps: AppDeps,
  { app, invoke, server }: { app: ApiApp; invoke: Invoke; server: Server },
): Promise<RunningSite> {
  const { env, publicUrl } = deps;
  const isSecure = () => publicUrl().startsWith('https:');
  const dev = env.isDevelopment ? await startDevSite(server) : undefined;
  const built = dev === undefined ? await loadSite() : undefined;
  const current = (): Promise<Site> => dev?.site() ?? Promise.resolve(built as Site);
  const files: SiteDeps['files'] =
    dev === undefined ? await readStaticFiles(path.join(buildFolder, 'client')) : new Map();
  const site: SiteDeps = {
    site: current,
    api: async (request, peer) => await app.fetch(request, { peer }),
    publicUrl,
    isSecure,
    visits: { invoke, tokens: deps.tokens, isSecure, addressOf: deps.addressOf },
    sources: pageSources(env.mediaUrl, deps.provider.jsUrl, env.stripe?.apiBase),
    stripeJsUrl: () => deps.provider.jsUrl,
    files,
    log: deps.log,
    styleOf: stylesOf(files),
    cache: dev === undefined ? createPageCache(PAGE_MAX_STALE_MS) : null,
    hasVenue: (slug) => deps.catalogue.latest().concerts.some(({ venue }) => venue.slug === slug),
    responses: createPageCache(0),
    defaultLanguage: env.defaultLanguage,
    version: versionOf(deps.catalogue),
  };
  const hasPage = async (pathname: string, method: string) =>
    method === 'POST' ? (await current()).hasAction(pathname) : (await current()).hasPage(pathname);
  return { site, hasPage, dev };
}

/** Decodes each stylesheet once. */
function stylesOf(files: SiteDeps['files']): SiteDeps['styleOf'] {
  const texts = new Map<string, string>();
  return (href) => {
    const file = href.endsWith('.css') ? files.get(href) : undefined;
    if (file !== undefined && !texts.has(href)) texts.set(href, file.bytes.toString());
    return texts.get(href);
  };
}

function versionOf(catalogue: AppDeps['catalogue']): SiteDeps['version'] {
  return () => {
    const state = catalogue.currentIfFresh();
    if (state !== null) return String(state.version);
    return catalogue.current().then(({ version }) => String(version));
  };
}

/** Origins that pages load from: pictures, the map after a click, and on the payment page the card element. */
function pageSources(
  mediaUrl: string | undefined,
  stripeJsUrl: string,
  apiBase: string | undefined,
): { everywhere: PageSources; payment: PageSources } {
  const media = mediaUrl === undefined ? [] : [new URL(mediaUrl).origin];
  const everywhere = {
    script: [],
    frame: [MAP_ORIGIN],
    connect: [],
    img: media,
    font: [],
    form: [],
  };
  // the sandbox under our own address (sandbox-proxy.ts)
  if (stripeJsUrl.startsWith('/')) {
    const payment = { ...everywhere, frame: ["'self'"] };
    return { everywhere, payment };
  }
  const script = new URL(stripeJsUrl).origin;
  const servers = [
    ...new Set([script, ...(apiBase === undefined ? [] : [new URL(apiBase).origin])]),
  ];
  const isStripe = script === 'https://js.stripe.com';
  // what Stripe.js needs (payments.md 8)
  const payment = isStripe
    ? {
        script: [script, 'https://*.js.stripe.com'],
        frame: [script, 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
        connect: ['https://api.stripe.com'],
        img: [...media, 'https://*.stripe.com'],
        font: [],
        // the hosted page
        form: ['https://checkout.stripe.com'],
      }
    : {
        script: [script],
        frame: [script],
        connect: servers,
        img: [...media, script],
        font: [],
        form: servers,
      };
  return { everywhere, payment };
}
