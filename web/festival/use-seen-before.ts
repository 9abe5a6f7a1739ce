import { useSyncExternalStore } from 'react';

/** Whether this tab's session has seen `name` before, and what to call when it has now. */
export function useSeenBefore(name: string): [seen: boolean, mark: () => void] {
  const seen = useSyncExternalStore(
    neverChanges,
    () => wasSeen(name),
    () => false,
  );
  return [seen, () => markSeen(name)];
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
