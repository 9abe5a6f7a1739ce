import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { ORDER_POLL_MS } from '#contract/constants.ts';

/** Loads the page's data again every 5 seconds, for documents in progress (product.md 4). */
export function usePolling(isOn: boolean): void {
  const { revalidate, state } = useRevalidator();
  const poll = useEffectEvent(() => void (state === 'idle' && revalidate()));
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => poll(), ORDER_POLL_MS);
    return () => clearInterval(timer);
  }, [isOn]);
}

/** Loads the page's data again and again, with pauses in ms that depend on how often it has been tried. */
export function useRetries(isOn: boolean, pauseBefore: (attempt: number) => number): void {
  const { revalidate, state } = useRevalidator();
  const attempts = useRef(0);
  const isIdle = state === 'idle';
  useEffect(() => {
    if (!isOn || !isIdle) return;
    const timer = setTimeout(() => void revalidate(), pauseBefore(attempts.current++));
    return () => clearTimeout(timer);
  }, [isOn, isIdle, revalidate, pauseBefore]);
}

/** A loader's last data: a failed poll loads null (the route's `clientLoader`), and the page stays as it is. */
export function useLatest<Data>(loaded: Data | null): Data | null {
  const [latest, setLatest] = useState(loaded);
  if (loaded === null || loaded === latest) return latest;
  setLatest(loaded);
  return loaded;
}
