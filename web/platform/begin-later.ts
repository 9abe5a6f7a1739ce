import { NEWCOMER, SESSION_ID } from './stored-names.ts';

/**
 * Runs in the browser, in pages that are whole without scripts (decision 17). They come once what the first
 * view shows has arrived, its fonts and first pictures; at the latest when everything is there. Mostly that is
 * before `load`, which then waits for them. For newcomers, who cannot have a cart or an account here, pages that
 * are read wait until they do anything. Fonts below the first view come after it, if the page says so (root.tsx).
 */
function beginLater(
  whenAsked: boolean,
  onceSeen: (then: () => void) => void,
  sessionId: string,
  newcomer: string,
): void {
  const waiting = new AbortController();
  const ask = <T>(storage: () => T) => {
    try {
      return storage();
    } catch {
      return null; // a browser may refuse storage
    }
  };
  const showRest = () => delete document.documentElement.dataset.firstView;
  // once the text face is there: one layout anew, not two
  const fetchRest = () => {
    const faces = ['1em "MF Text"', '600 1em "MF Text"'];
    Promise.all(faces.map((face) => document.fonts.load(face))).then(showRest, showRest);
    setTimeout(showRest, 3000); // pictures do not wait for a lost font
  };
  let early = false;
  const begin = () => {
    if (waiting.signal.aborted) return;
    // a page still on its way does not have its scripts' names yet
    early = document.readyState === 'loading';
    if (early) return;
    waiting.abort();
    fetchRest();
    ask(() => sessionStorage.removeItem(newcomer));
    const late = document.getElementById('late') as HTMLTemplateElement;
    const asleep = document.querySelectorAll<HTMLScriptElement>('script[data-late]');
    const awake = Array.from(asleep, ({ dataset, textContent }) => {
      const script = document.createElement('script');
      script.type = dataset['late'] ?? '';
      script.textContent = textContent;
      return script;
    });
    // one by one: on a phone each request costs some milliseconds, in which nothing else can happen
    const parts = [...Array.from(late.content.children), ...awake];
    parts.forEach((part) => setTimeout(() => document.head.append(part)));
  };
  // the session's id is made at the first visit (product.md 3)
  const isNewcomer = () => {
    if (localStorage.getItem(sessionId) === null) {
      localStorage.setItem(sessionId, crypto.randomUUID());
      sessionStorage.setItem(newcomer, 'yes');
    }
    return sessionStorage.getItem(newcomer) !== null;
  };
  addEventListener('DOMContentLoaded', () => {
    const waits = whenAsked && ask(isNewcomer) === true;
    if (early) return begin();
    // the first paint may have been without the picture, which comes with the next frame
    const restSoon = () => requestAnimationFrame(() => requestAnimationFrame(fetchRest));
    onceSeen(waits ? restSoon : begin);
    // in ms: who does nothing gets a living page all the same
    if (waits) addEventListener('load', () => setTimeout(begin, 10_000));
  });
  // who comes back, or to a place of the page, begins in the midst of it
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (location.hash !== '' || entry?.type !== 'navigate') showRest();
  const deeds = 'pointerdown pointermove touchstart wheel scroll keydown focusin input click';
  for (const deed of deeds.split(' ')) {
    addEventListener(deed, begin, { capture: true, passive: true, signal: waiting.signal });
  }
}

/** Calls once the first view has been painted with its fonts and pictures, and when everything is there. */
function whenSeen(then: () => void): void {
  const painted = () => {
    // nobody paints what is not looked at
    if (document.hidden) return then();
    const observer = new PerformanceObserver(() => {
      observer.disconnect();
      then();
    });
    observer.observe({ type: 'paint', buffered: true });
  };
  // after a frame, which has asked for the fonts
  requestAnimationFrame(() => {
    const first = document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]');
    const seen = [document.fonts.ready, ...Array.from(first, (picture) => picture.decode())];
    Promise.all(seen).then(painted, painted);
  });
  addEventListener('load', painted);
}

/** The call of `beginLater` as a page's inline script. */
export const beginLaterScript = (when: 'seen' | 'asked') =>
  `(${beginLater.toString()})(${when === 'asked'},${whenSeen.toString()},'${SESSION_ID}','${NEWCOMER}')`;
