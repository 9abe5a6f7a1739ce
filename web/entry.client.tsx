import { startTransition, StrictMode, useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { HydratedContext } from './platform/use-hydrated.ts';

/**
 * The site; after hydration, a transition shows the controls that need scripts: React yields to the browser within it.
 */
function HydratedSite() {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  useEffect(() => {
    // scripts respond from this moment on, for measurements and tests
    if (isHydrated) performance.mark('hydrated');
  }, [isHydrated]);
  return (
    <HydratedContext value={isHydrated}>
      <HydratedRouter />
    </HydratedContext>
  );
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedSite />
    </StrictMode>,
  );
});
