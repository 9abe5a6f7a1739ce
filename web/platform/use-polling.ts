import { useEffect, useEffectEvent, useState } from 'react';
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

/** A loader's last data: a failed poll loads null (the route's `clientLoader`), and the page stays as it is. */
export function useLatest<Data>(loaded: Data | null): Data | null {
  const [latest, setLatest] = useState(loaded);
  if (loaded === null || loaded === latest) return latest;
  setLatest(loaded);
  return loaded;
}
