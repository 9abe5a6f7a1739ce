import { useNonce } from '../platform/nonce.ts';

/** Runs in the browser, while the page is being read: asking for a height makes it lay out what it has. */
const script = 'document.body.offsetHeight;document.currentScript.remove()';

/**
 * Makes the browser lay out what stands above before it reads on: on a phone several short tasks instead of one long
 * one, so that it can respond in between (decision 23). Of the first page only; removes itself before hydration.
 */
export function ForceLayout() {
  const nonce = useNonce();
  return (
    import.meta.env.SSR && <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
  );
}
