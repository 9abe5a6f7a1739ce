/** What a page did until now, times in ms since its navigation began. */
export interface PageTimes {
  firstPaint: number;
  largestPaint: number;
  /** Sum of the layout shifts, without unit. */
  shift: number;
  /** The longest task of the main thread; 0 when none took 50 ms. */
  longestTask: number;
  /** The longest since scripts were asked for; again 0 when none took 50 ms. */
  longestAwake: number;
}

declare global {
  interface Window {
    pageTimes: PageTimes;
    /** performance.now() of the moment when scripts were asked for; Infinity before. */
    wokenAt: number;
    isAlive: boolean;
  }
}

/** Runs in the browser, before the page: notes its paints, shifts and long tasks. Gives it the session of a cart. */
export function watchPage(sessionId: string | undefined): void {
  if (sessionId !== undefined) localStorage.setItem('ticketShopSessionId', sessionId);
  const times = { firstPaint: 0, largestPaint: 0, shift: 0, longestTask: 0, longestAwake: 0 };
  window.pageTimes = times;
  window.wokenAt = Infinity;
  window.isAlive = false;
  addEventListener('alive', () => (window.isAlive = true));
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') times.firstPaint = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => (times.largestPaint = startTime));
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    };
    if (!hadRecentInput) times.shift += value;
  });
  watch('longtask', ({ startTime, duration }) => {
    const kind = startTime < window.wokenAt ? 'longestTask' : 'longestAwake';
    times[kind] = Math.max(times[kind], duration);
  });
}
