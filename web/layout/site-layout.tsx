import { Outlet, useRouteError, useLocation, useNavigation } from 'react-router';
import type { Route } from './+types/site-layout';
import { isLostNetwork, problemOf } from '../platform/to-problem.ts';
import { serverContext, shopContext } from '../platform/visit.ts';
import { withoutSummits, useSite, type SiteData } from '../platform/site.ts';
import { ErrorPage, NotFound } from './error-page.tsx';
import { useHeaderVariant, SiteHeader, type HeaderVariant } from './site-header.tsx';
import type { MouseEvent, ReactNode } from 'react';
import { isPublicPath } from '#contract/paths.ts';
import { layoutTexts } from '#messages/layout.ts';
import { platformTexts } from '#messages/platform.ts';
import { LocalLink, useTexts } from '../platform/language.tsx';
import { AlertRegion } from './alert-region.tsx';
import { NavigationEffects, VisitEffects } from './page-effects.tsx';
import { Spinner, useTakesLong } from '../ui/spinner.tsx';
import { SiteFooter } from './site-footer.tsx';
import '../styles/site.css';

/** The data of every page; without a database the frame and the error message still render. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<SiteData> {
  const visit = context.get(shopContext);
  const { origin, config } = context.get(serverContext);
  const { output } = await visit.tryRead('festival:site', undefined);
  const site = output && withoutSummits(output);
  const { language, hint } = visit;
  const formToken = isPublicPath(url.pathname) ? '' : crypto.randomUUID();
  return { language, origin, config, site, hint, formToken, flash: visit.consumeFlash() };
}

/** The association's data does not change while somebody reads. */
export const shouldRevalidate = () => false;

export default function SiteLayout() {
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

interface PageFrameProps {
  header?: HeaderVariant[];
  children: ReactNode;
}

/** Header, content, footer, and announcements. */
function PageFrame({ header = [], children }: PageFrameProps) {
  const { pathname } = useLocation();
  return (
    <>
      <SkipLinks />
      <SiteNotice />
      <SiteHeader variants={header} />
      {/* before the content: without scripts, its reader meets the reason of a refused form first */}
      <AlertRegion />
      {/* Each page has its own element, so that nothing moves between a page under the header and one behind it. */}
      <main key={pathname} id="content" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
      <TestMode />
      <PendingNavigation />
      <NavigationEffects />
      {/* after the effect that clears the previous page's messages */}
      <VisitEffects />
    </>
  );
}

/** What the association says on every page for a while (office.md 5.2). */
function SiteNotice() {
  const texts = useTexts(layoutTexts);
  const { notice } = useSite();
  if (!notice) return null;
  return (
    <aside className="site-notice" aria-label={texts.notice}>
      {notice.concertId === null ? (
        notice.text
      ) : (
        <LocalLink to={`/concerts/${notice.concertId}`}>{notice.text}</LocalLink>
      )}
    </aside>
  );
}

/** The first focusable element; on a concert's page followed by a link to its tickets. */
function SkipLinks() {
  const texts = useTexts(layoutTexts);
  return (
    <div className="skip-links">
      <a className="visually-hidden skip-link" href="#content" onClick={focusContent}>
        {texts.skipToContent}
      </a>
    </div>
  );
}

/**
 * Followed, the link would make the router navigate, which drops the entries and errors of a form. `focusField` does
 * the same; shared, it would put a concert page beyond its budget.
 */
function focusContent(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector('main')?.focus();
}

/** A faster navigation needs no message, in milliseconds. */
const SHOW_MS = 500;

/** Shows that the next page is loading: the ridge line, while the current page is still shown. */
function PendingNavigation() {
  const { takesLonger } = useTexts(platformTexts);
  const isPending = useNavigation().location !== undefined;
  const isShown = useTakesLong(isPending, SHOW_MS);
  const isSlow = useTakesLong(isPending);
  if (!isShown) return null;
  return (
    <div className="pending">
      <Spinner {...(isSlow ? { label: takesLonger } : {})} />
    </div>
  );
}

/** With Stripe's test keys: nobody may mistake the tickets for valid (product.md 13). */
function TestMode() {
  const texts = useTexts(layoutTexts);
  if (!useSite().isTest) return null;
  return (
    <aside className="test-mode" aria-label="TEST MODE">
      {texts.testMode}
    </aside>
  );
}
