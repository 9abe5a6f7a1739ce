import { useState, type ReactNode } from 'react';
import { Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router';
import displayFont from './fonts/display.woff2?url';
import sansBoldFont from './fonts/sans-bold.woff2?url';
import sansFont from './fonts/sans.woff2?url';
import textFont from './fonts/text.woff2?url';
import { OfficeDocument } from './office/layout/office-document.tsx';
import { useLanguage, hasHeadlinesFirst } from './platform/language.tsx';
import { isPreviewPath, isPublicPath } from '#contract/paths.ts';
import { useNonce, PageStyles, PreloadFonts } from './platform/document.tsx';
import { useConfig, useSite } from './platform/site.ts';
import { LateScripts } from './late-scripts.tsx';

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

/** A preview has no scripts, so the browser need not know it. */
const isPreview = (pathname: string) => import.meta.env.SSR && isPreviewPath(pathname);

/** The document of every page. A link from one area to the other loads the page again. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [isOffice] = useState(/^\/office(?:\/|$)/.test(pathname) && !isPreview(pathname));
  return isOffice ? (
    <OfficeDocument>{children}</OfficeDocument>
  ) : (
    <SiteDocument>{children}</SiteDocument>
  );
}

function SiteDocument({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const nonce = useNonce();
  const { pathname } = useLocation();
  const { themeColor } = useConfig();
  const { logo } = useSite();
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
        <meta name="theme-color" content={themeColor} />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {logo === null && <link rel="apple-touch-icon" href="/apple-touch-icon.png" />}
        <link rel="manifest" href="/site.webmanifest" />
        <PreloadFonts fonts={firstFonts} />
        <PreloadFonts fonts={[textFont]} notOnPhones={firstView} />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        {!isPreview(pathname) && (hasLateScripts ? <LateScripts /> : <Scripts />)}
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

/** The frame of the page is its area's: site-layout.tsx or office-root.tsx. */
export default function App() {
  return <Outlet />;
}
