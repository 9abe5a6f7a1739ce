import type { ReactNode } from 'react';
import { AlertPlace } from './alert-place.tsx';
import { NavigationEffects } from './navigation-effects.tsx';
import { PendingNavigation } from './pending-navigation.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { SkipLinks } from './skip-links.tsx';

/** Header, content, footer, and what is announced. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLinks />
      <SiteHeader />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
      <AlertPlace />
      <PendingNavigation />
      <NavigationEffects />
    </>
  );
}
