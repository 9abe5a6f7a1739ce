import { startTransition, StrictMode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

/** Marks the moment from which scripts respond, for measurements and tests. */
function MarkHydrated() {
  useEffect(() => void performance.mark('hydrated'), []);
  return null;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <MarkHydrated />
    </StrictMode>,
  );
});
