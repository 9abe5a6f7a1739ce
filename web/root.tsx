import { useState } from 'react';
import { Outlet, Scripts, ScrollRestoration, useLocation, useRouteError } from 'react-router';
import displayFont from './fonts/display.woff2?url';
import sansBoldFont from './fonts/sans-bold.woff2?url';
import sansFont from './fonts/sans.woff2?url';
import textFont from './fonts/text.woff2?url';
import favicon from './layout/favicon.svg';
import { useHeaderVariant } from './layout/header-variant.ts';
import { NotFound } from './layout/not-found.tsx';
import { PageFrame } from './layout/page-frame.tsx';
import { ErrorPage } from './layout/error-page.tsx';
import type { Route } from './+types/root';
import { useLanguage } from './platform/language.ts';
import { isPublicPath } from '#contract/public-paths.ts';
import { hasHeadlinesFirst } from './platform/localized-path.ts';
import { useNonce } from './platform/nonce.ts';
import { isLostNetwork, problemOf } from './platform/or-problem.ts';
import { serverContext, shopContext } from './platform/server-context.ts';
import { withoutSummits, type RootData } from './platform/site.ts';
import { LateScripts } from './perf/late-scripts.tsx';
import { PageStyles } from './perf/page-styles.tsx';
import { PreloadFonts } from './perf/preload-fonts.tsx';
import './styles/site.css';

/** The data of every page; without a database the frame and the error message still render. */
export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  const visit = context.get(shopContext);
  const { origin, config } = context.get(serverContext);
  const { response } = await visit.call('getSite', {});
  const site = response && withoutSummits(response.data);
  const { language, hint } = visit;
  return { language, origin, config, site, hint, flash: visit.consumeFlash() };
}

/** The association's data does not change while somebody reads. */
export const shouldRevalidate = () => false;

/** Fonts of the first view; the others follow where a page's text needs them. */
const firstFonts = [displayFont, sansFont, sansBoldFont];

/** Chromium prefetches these documents for full page loads; other browsers ignore it. */
const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: { href_matches: ['/concerts/*', '/de/concerts/*', '/en/concerts/*'] },
      eagerness: 'moderate',
    },
  ],
});

export function Layout({ children }: { children: React.ReactNode }) {
  const language = useLanguage();
  const nonce = useNonce();
  const { pathname } = useLocation();
  // only the first page decides this
  const [isPublic] = useState(isPublicPath(pathname));
  const hasLateScripts = isPublic && import.meta.env.PROD;
  const firstView = import.meta.env.SSR && hasLateScripts && hasHeadlinesFirst(pathname);
  return (
    <html lang={language} data-first-view={firstView || undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <PageStyles />
        {/* sky (contract/colours.ts), whose other colours no browser needs */}
        <meta name="theme-color" content="#CFE2DE" />
        <link rel="icon" href={favicon} type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <PreloadFonts fonts={firstFonts} />
        <PreloadFonts fonts={[textFont]} notOnPhones={firstView} />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        {hasLateScripts ? <LateScripts /> : <Scripts />}
        {isPublic && (
          <script
            type="speculationrules"
            nonce={nonce}
            dangerouslySetInnerHTML={{ __html: speculationRules }}
            suppressHydrationWarning
          />
        )}
      </body>
    </html>
  );
}

export default function App() {
  return (
    <PageFrame header={useHeaderVariant()}>
      <Outlet />
    </PageFrame>
  );
}

/** A missing concert has a 404 page of its own; any other error offers a retry. */
export function ErrorBoundary() {
  const error = useRouteError();
  const status = isLostNetwork(error) ? 0 : statusOf(error) || 500;
  // the problem of a call has its own sentence, other errors have none
  const message = problemOf(error)?.message;
  return (
    <PageFrame>
      {status === 404 ? <NotFound /> : <ErrorPage status={status} message={message} />}
    </PageFrame>
  );
}

/** HTTP status of a failed call; 0 for anything else. The server's own errors have one, too. */
function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('status' in error)) return 0;
  return typeof error.status === 'number' ? error.status : 0;
}
