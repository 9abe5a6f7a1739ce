/** Runs in the browser, while the page is being read: asking for a height makes it lay out what it has. */
const script = 'document.body.offsetHeight;document.currentScript.remove()';

/**
 * Lets the browser lay out what stands above before it reads on: on a phone several short tasks, in which it can
 * answer, in the place of a long one (decision 23). Of the first page only; takes itself away before React
 * looks.
 */
export function ForceLayout() {
  return import.meta.env.SSR && <script dangerouslySetInnerHTML={{ __html: script }} />;
}
