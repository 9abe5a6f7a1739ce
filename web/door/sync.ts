/** How often the app asks what is new (door.md 6). */
const POLL_MS = 3_000;
const MAX_BACKOFF_MS = 5_000;

export interface Sync {
  /** Something is to be sent, or the network is back. */
  now: () => void;
  stop: () => void;
}

/** Exchanges again and again while the page is visible or something is unsent; later and later while that fails. */
export function startSync(exchange: () => Promise<void>, isIdle: () => boolean): Sync {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failureCount = 0;
  let isRunning = false;
  let isWanted = false;
  let isStopped = false;

  const run = async () => {
    clearTimeout(timer);
    if (isStopped || (document.hidden && isIdle())) return;
    isWanted = isRunning;
    if (isRunning) return;
    isRunning = true;
    const isDone = await exchange().then(
      () => true,
      () => false,
    );
    isRunning = false;
    failureCount = isDone ? 0 : failureCount + 1;
    if (isDone && isWanted) return void run();
    // with jitter: many devices get their network back at the same moment
    const backoff = Math.min(MAX_BACKOFF_MS, 500 * 2 ** failureCount) * (0.5 + Math.random() / 2);
    timer = setTimeout(() => void run(), isDone ? POLL_MS : backoff);
  };
  const now = () => void run();
  // the exchange that runs may still fail: try again soon
  const onOnline = () => {
    failureCount = 0;
    now();
  };
  const onVisible = () => {
    if (!document.hidden) now();
  };
  window.addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onVisible);
  now();
  return {
    now,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
}
