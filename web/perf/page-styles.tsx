import { createContext, use, useState } from 'react';
import { Links } from 'react-router';
import { useNonce } from '../platform/nonce.ts';
import { useHydrated } from '../platform/use-hydrated.ts';

/** The text of the stylesheets of the page that is rendered; entry.server.tsx provides it. */
export const StylesContext = createContext('');

/**
 * The page's stylesheets as text, so that its first paint waits for no file (decision 15). The links follow when
 * React has taken over: it needs them for the next page.
 */
export function PageStyles() {
  const text = use(StylesContext);
  const nonce = useNonce();
  const isHydrated = useHydrated();
  // an error page renders the whole document again, when the links are there
  const [comesFromServer] = useState(!isHydrated);
  if (import.meta.env.DEV) return <Links />;
  return (
    <>
      {comesFromServer && (
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} suppressHydrationWarning />
      )}
      {isHydrated && <Links />}
    </>
  );
}
