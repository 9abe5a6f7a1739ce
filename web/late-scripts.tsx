import { Scripts } from 'react-router';
import { useNonce } from './platform/document.tsx';

/**
 * Runs in the browser while it parses the page. A browser that runs scripts parses a noscript's content as text, so
 * it fetches nothing of it; the template around it stops the others. This inserts it at the first interaction, at the
 * latest `delayMs` after the page has loaded. Until then every control works by itself.
 */
function insertLater(delayMs: number): void {
  const scripts = document.querySelector<HTMLTemplateElement>('#scripts');
  const text = scripts?.content.textContent ?? '';
  const content = document.createRange().createContextualFragment(text);
  const body = document.body;
  // the page's data streams into an object that this script creates, so it cannot wait
  const data = content.querySelector('script:not([type])');
  if (data) body.append(data);

  const html = document.documentElement;
  const showRest = () => delete html.dataset['firstView'];
  const waiting = new AbortController();
  let isEarly = false;
  const insert = async () => {
    // a page that is still loading does not have all its data
    isEarly = document.readyState === 'loading';
    if (isEarly || waiting.signal.aborted) return;
    waiting.abort();
    showRest();
    const modules = content.querySelectorAll<HTMLLinkElement>('link:not([href*=entry])');
    body.append(...content.querySelectorAll('link'));
    // each in a task of its own, imported modules first: the page can respond in between
    for (const { href } of modules) {
      await import(/* @vite-ignore */ href);
      await new Promise((resolve) => setTimeout(resolve));
    }
    body.append(content);
  };
  const interact = (event: Event) => {
    const { type, movementX, movementY } = event as MouseEvent;
    // Chromium also reports a pointer at rest when the page appears
    if (type === 'pointermove' && movementX === 0 && movementY === 0) return;
    void insert();
  };
  const options = { capture: true, passive: true, signal: waiting.signal };
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll', 'touchstart']) {
    addEventListener(type, interact, options);
  }
  addEventListener('DOMContentLoaded', () => isEarly && void insert());
  addEventListener('load', () => {
    setTimeout(() => void insert(), delayMs);
    // after the first paint, and once the text face has loaded: one layout, not two; a lost font blocks nothing
    const faces = ['1em "MF Text"', '600 1em "MF Text"'];
    new PerformanceObserver(() => {
      Promise.all(faces.map((face) => document.fonts.load(face))).then(showRest, showRest);
    }).observe({ type: 'paint', buffered: true });
    setTimeout(showRest, 3000);
  });
  // a visitor who returns, or follows a link into the page, starts in its middle
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (location.hash !== '' || entry?.type !== 'navigate') showRest();
}

const DELAY_MS = 4000;
// hydration leaves the server's text alone, so the browser's build omits the function
const script = import.meta.env.SSR ? `(${insertLater.toString()})(${DELAY_MS})` : '';

/**
 * The scripts of a page that can be read without them (decision 11): none before the first interaction or four
 * seconds after the page has loaded. Measured in docs/measurements/pages.md.
 */
export function LateScripts() {
  const nonce = useNonce();
  return (
    <>
      {/* without the noscript React moves the preloads to the head; hydration finds a template empty */}
      <template id="scripts">
        {import.meta.env.SSR && (
          <noscript>
            <Scripts />
          </noscript>
        )}
      </template>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} suppressHydrationWarning />
    </>
  );
}
