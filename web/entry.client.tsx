import { startTransition, StrictMode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { ALIVE } from './platform/alive-event.ts';

/** What was tapped before is answered now (remember-taps.ts). */
function TellAlive() {
  useEffect(() => void dispatchEvent(new Event(ALIVE)), []);
  return null;
}

// mostly done by begin-later.ts, which not every page has
delete document.documentElement.dataset.textLater;

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <TellAlive />
    </StrictMode>,
  );
});
