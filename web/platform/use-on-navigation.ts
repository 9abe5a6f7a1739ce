import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

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
