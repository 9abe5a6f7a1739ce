/** Measurements of a page so far; times in ms since navigation started. */
export interface PageTimes {
  firstPaint: number;
  largestPaint: number;
  /** Sum of the layout shifts, without unit. */
  shift: number;
  /** The longest task of the main thread before the first interaction; 0 if none took 50 ms. */
  longestTask: number;
  /** The longest task since the first interaction; 0 if none took 50 ms. */
  longestTaskAfterInteraction: number;
}

declare global {
  interface Window {
    pageTimes: PageTimes;
    /** `performance.now()` of the first interaction; Infinity before. */
    interactedAt: number;
    isHydrated: boolean;
  }
}

/** Runs in the browser before the page: records paints, layout shifts and long tasks; sets the session of a cart. */
export function watchPage(sessionId: string | undefined): void {
  if (sessionId !== undefined) localStorage.setItem('ticketShopSessionId', sessionId);
  const times = {
    firstPaint: 0,
    largestPaint: 0,
    shift: 0,
    longestTask: 0,
    longestTaskAfterInteraction: 0,
  };
  window.pageTimes = times;
  window.interactedAt = Infinity;
  window.isHydrated = false;
  const observe = (type: string, record: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({
      type,
      buffered: true,
    });
  observe('mark', ({ name }) => (window.isHydrated ||= name === 'hydrated'));
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') times.firstPaint = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => (times.largestPaint = startTime));
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    };
    if (!hadRecentInput) times.shift += value;
  });
  observe('longtask', ({ startTime, duration }) => {
    const kind = startTime < window.interactedAt ? 'longestTask' : 'longestTaskAfterInteraction';
    times[kind] = Math.max(times[kind], duration);
  });
}
