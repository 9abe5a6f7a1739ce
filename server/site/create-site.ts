import path from 'node:path';
import type { AppParts } from '../app.ts';
import type { ApiApp } from '../platform/http/mount.ts';
import type { PageSources } from '../platform/http/security-headers.ts';
import { readStaticFiles } from '../platform/static-files.ts';
import { createPageCache } from './page-cache.ts';
import type { SiteTools } from './serve-site.ts';
import { buildFolder, loadSite, type Site } from './site-build.ts';

/** Where the map of a venue comes from, after a click that says so. */
const MAP_ORIGIN = 'https://www.openstreetmap.org';

/** The site: rendered pages, built files, and which paths are pages. */
export async function createSite(
  parts: AppParts,
  app: ApiApp,
): Promise<{ site: SiteTools; knowsPage: (pathname: string) => Promise<boolean> }> {
  const built: Site = await loadSite();
  const { env, catalogue, publicUrl } = parts;
  const site: SiteTools = {
    site: () => Promise.resolve(built),
    api: async (request, peer) => await app.fetch(request, { peer }),
    publicUrl,
    secure: () => publicUrl().startsWith('https:'),
    sources: pageSources(env.mediaUrl, parts.provider.jsUrl, env.stripe?.apiBase),
    stripeJsUrl: () => parts.provider.jsUrl,
    files: await readStaticFiles(path.join(buildFolder, 'client')),
    cache: createPageCache(),
    defaultLanguage: env.defaultLanguage,
    version: () => {
      const state = catalogue.fresh();
      return state === null
        ? catalogue.current().then((s) => String(s.version))
        : String(state.version);
    },
  };
  return { site, knowsPage: (pathname) => Promise.resolve(built.knows(pathname)) };
}

/** What pages load from elsewhere: pictures, the map after a click, the card element on its step alone. */
function pageSources(
  mediaUrl: string | undefined,
  stripeJsUrl: string,
  apiBase: string | undefined,
): { everywhere: PageSources; payment: PageSources } {
  const media = mediaUrl === undefined ? [] : [new URL(mediaUrl).origin];
  const script = new URL(stripeJsUrl).origin;
  const isStripe = script === 'https://js.stripe.com';
  const everywhere = { script: [], frame: [MAP_ORIGIN], connect: [], img: media, font: [] };
  // design/payments.md 8
  const payment = isStripe
    ? {
        script: [script, 'https://*.js.stripe.com'],
        frame: [script, 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
        connect: ['https://api.stripe.com'],
        img: [...media, 'https://*.stripe.com'],
        font: [],
      }
    : {
        script: [script],
        frame: [script],
        connect: [
          ...new Set([script, ...(apiBase === undefined ? [] : [new URL(apiBase).origin])]),
        ],
        img: [...media, script],
        font: [],
      };
  return { everywhere, payment };
}
