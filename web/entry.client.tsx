import { startTransition, StrictMode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { ALIVE } from './platform/alive-event.ts';

/** What was tapped before is answered now (remember-taps.ts). */
function TellAlive() {
  useEffect(() => void dispatchEvent(new Event(ALIVE)), []);
  return null;
}

// otherwise done by begin-later.ts
if (import.meta.env.DEV) delete document.documentElement.dataset.firstView;

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <TellAlive />
    </StrictMode>,
  );
});
