import { useEffect, useSyncExternalStore } from 'react';

/** Whether this tab's session has seen `name` before, for as long as `time` ms. */
export function useSeenBefore(name: string, time: number): boolean {
  const seen = useSyncExternalStore(
    neverChanges,
    () => wasSeen(name),
    () => false,
  );
  useEffect(() => {
    const timer = setTimeout(() => markSeen(name), time);
    return () => clearTimeout(timer);
  }, [name, time]);
  return seen;
}

const neverChanges = () => () => undefined;

function wasSeen(name: string): boolean {
  try {
    return sessionStorage.getItem(`seen:${name}`) !== null;
  } catch {
    return false;
  }
}

function markSeen(name: string): void {
  try {
    sessionStorage.setItem(`seen:${name}`, 'yes');
  } catch {
    // A browser that refuses storage sees it again.
  }
}
