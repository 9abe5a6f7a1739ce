import { useSyncExternalStore } from 'react';

const nothing = () => () => undefined;

/** False on the server and in the first render of its page, then true: what only scripts can do shows now. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );
}
