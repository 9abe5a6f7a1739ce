import { useEffect, useLayoutEffect, useRef } from 'react';
import { keepInTab, keptInTab, TYPED } from '../platform/kept-in-tab.ts';

type Typed = Record<string, string>;

interface Kept {
  path: string;
  typed: Typed;
}

/** Read at once: every page drops it as soon as it is alive (navigation-effects.tsx). */
let kept = keptInTab(TYPED) as Kept | null;

/**
 * What is typed outlives a reload of its page, and nothing else: on a shared device nothing stays
 * (clarifications.md, Pages). Passwords are never kept.
 *
 * @param typed as it stands now; null when nothing was typed
 * @param take gets what was typed before the reload; null switches all of it off
 */
export function useKeptOnReload(typed: Typed | null, take: ((typed: Typed) => void) | null): void {
  const now = useRef(typed);
  const taker = useRef(take);
  useEffect(() => {
    now.current = typed;
  });
  useLayoutEffect(() => {
    if (taker.current === null) return;
    const before = takeKept();
    if (before !== null) taker.current(before);
    const keep = () => now.current && store(now.current);
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, []);
}

/** Handed out once, to the page that was reloaded. */
function takeKept(): Typed | null {
  const found = kept;
  kept = null;
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return load?.type === 'reload' && found?.path === window.location.pathname ? found.typed : null;
}

function store(typed: Typed): void {
  const shown = Object.entries(typed).filter(([field]) => !field.includes('password'));
  keepInTab(TYPED, { path: window.location.pathname, typed: Object.fromEntries(shown) });
}
