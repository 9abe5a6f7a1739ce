import { createContext, use, useState } from 'react';
import { Links, useLocation } from 'react-router';
import { useNonce } from '../platform/nonce.ts';
import { useHydrated } from '../platform/use-hydrated.ts';

/** The text of the stylesheets of the page that is rendered; entry.server.tsx provides it. */
export const StylesContext = createContext('');

/**
 * The page's stylesheets as text, so that its first paint waits for no file (decision 15). The next page has the links:
 * here they would cause a second layout.
 */
export function PageStyles() {
  const text = use(StylesContext);
  const nonce = useNonce();
  const { key } = useLocation();
  const [firstKey] = useState(key);
  // an error page renders the whole document again, without the server's styles
  const [isServerRendered] = useState(!useHydrated());
  if (import.meta.env.DEV) return <Links />;
  return (
    <>
      {isServerRendered && (
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} suppressHydrationWarning />
      )}
      {(key !== firstKey || !isServerRendered) && <Links />}
    </>
  );
}
