import type { MouseEvent, ReactNode } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { layoutTexts } from '#messages/layout.ts';
import { platformTexts } from '#messages/platform.ts';
import { useTexts } from '../platform/language.ts';
import { useSite } from '../platform/site.ts';
import { AlertRegion } from './alert-region.tsx';
import type { HeaderVariant } from './header-variant.ts';
import { NavigationEffects } from './navigation-effects.tsx';
import { Spinner, useTakesLong } from '../ui/spinner.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { VisitEffects } from './visit-effects.tsx';

interface PageFrameProps {
  header?: HeaderVariant[];
  children: ReactNode;
}

/** Header, content, footer, and announcements. */
export function PageFrame({ header = [], children }: PageFrameProps) {
  const { pathname } = useLocation();
  return (
    <>
      <SkipLinks />
      <SiteHeader variants={header} />
      {/* Each page has its own element, so that nothing moves between a page under the header and one behind it. */}
      <main key={pathname} id="content" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
      <TestMode />
      <AlertRegion />
      <PendingNavigation />
      <NavigationEffects />
      {/* after the effect that clears the previous page's messages */}
      <VisitEffects />
    </>
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
  if (!useSite().test_mode) return null;
  return (
    <aside className="test-mode" aria-label="TEST MODE">
      {texts.testMode}
    </aside>
  );
}
