import { startTransition, StrictMode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { TAPS } from './platform/tap-events.ts';

const tellTaps = () => void dispatchEvent(new Event(TAPS));

/** What was tapped before the page was alive is answered now. */
function EarlyTaps() {
  useEffect(tellTaps, []);
  return null;
}

startTransition(() => {
  tellTaps();
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <EarlyTaps />
    </StrictMode>,
  );
});
