import { useNonce } from '../platform/nonce.ts';

/** Runs in the browser while it parses the page: reading a height forces a layout of what has arrived. */
const script = 'document.body.offsetHeight;document.currentScript.remove()';

/**
 * Makes the browser lay out the content above before it parses on: on a phone several short tasks instead of one long
 * one, so that it can respond in between (decision 23). On the first page only; removes itself before hydration.
 */
export function ForceLayout() {
  const nonce = useNonce();
  return (
    import.meta.env.SSR && <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
  );
}
