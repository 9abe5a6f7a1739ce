import { useEffect } from 'react';

/** Tells a parent a value whenever it changes. */
export function useReport<T>(value: T, tell: (value: T) => void): void {
  useEffect(() => tell(value), [value, tell]);
}
