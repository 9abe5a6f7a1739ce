import { useEffect, useRef, useState } from 'react';
import { useLocation, NavigationType, useNavigationType } from 'react-router';
import { clearAlertOnNavigation } from '../platform/alerts.ts';
import { focusHeading, restoreLostFocus } from '../platform/focus.ts';

/** After a navigation: clears alerts, announces the new page's title and focuses its heading. */
export function NavigationEffects() {
  const type = useNavigationType();
  const [announced, setAnnounced] = useState('');
  useEffect(restoreLostFocus, []);

  useArrival((isOtherPath) => {
    clearAlertOnNavigation();
    if (!isOtherPath) return;
    setAnnounced(document.title);
    // Going back restores the scroll position; focusing the heading must not undo that.
    focusHeading(type === NavigationType.Pop);
  });

  return (
    <p className="visually-hidden" aria-live="polite">
      {announced}
    </p>
  );
}

/** Runs after every navigation of the browser within the site, not for the first page. */
export function useOnNavigation(run: () => void): void {
  const { key } = useLocation();
  const last = useRef(key);
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    run();
  });
}

/** The last location; outlives the frame, which an error remounts. */
let last: { key: string; pathname: string } | null = null;

/** Runs after a navigation, for the frame: says whether the path is another one. */
function useArrival(run: (isOtherPath: boolean) => void): void {
  const { key, pathname } = useLocation();
  useEffect(() => {
    const before = last;
    if (before?.key === key) return;
    last = { key, pathname };
    if (before !== null) run(before.pathname !== pathname);
  });
}
