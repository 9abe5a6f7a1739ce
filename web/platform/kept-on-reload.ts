import { useEffect, useRef } from 'react';

/** Begins the names in session storage. */
const PREFIX = 'typed ';

type Typed = Record<string, string>;

/**
 * What is typed outlives a reload of its page, and nothing else: on a shared device nothing of a guest stays
 * (decisions.md, Pages). Passwords are never kept.
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
  useEffect(() => {
    if (taker.current === null) return;
    const name = PREFIX + window.location.pathname;
    const kept = takeKept(name);
    if (kept !== null) taker.current(kept);
    const keep = () => now.current && storeKept(name, now.current);
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, []);
}

/** Another page was opened than the one that was left. */
export function forgetTypedElsewhere(): void {
  if (!isReload()) forgetTyped();
}

function takeKept(name: string): Typed | null {
  try {
    const kept = isReload() ? sessionStorage.getItem(name) : null;
    forgetTyped();
    return JSON.parse(kept ?? 'null') as Typed | null;
  } catch {
    return null;
  }
}

function forgetTyped(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // A browser that refuses storage has kept nothing.
  }
}

function storeKept(name: string, values: Typed): void {
  const shown = Object.entries(values).filter(([field]) => !field.includes('password'));
  try {
    sessionStorage.setItem(name, JSON.stringify(Object.fromEntries(shown)));
  } catch {
    // A browser that refuses storage only loses the comfort of a reload.
  }
}

/** Whether this document came by a reload, and is still on the page it came for. */
function isReload(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return load?.type === 'reload' && new URL(load.name).pathname === window.location.pathname;
}
