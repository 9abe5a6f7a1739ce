import { createContext, use, useState } from 'react';
import { Links, useLocation } from 'react-router';
import { useHydrated } from './use-hydrated.ts';

/**
 * Marks the inline scripts and styles that we write while the server renders a page: it allows exactly these by their
 * hashes and removes the mark (server/edge/pages.ts). Undefined in the browser.
 */
export const NonceContext = createContext<string | undefined>(undefined);

/** The nonce of this response; undefined in the browser. */
export const useNonce = (): string | undefined => use(NonceContext);

/** Names the request in the log, after the message of a page that fails; '' in the browser, which does not know it. */
export const RequestIdContext = createContext('');

/** The text of the stylesheets of the page that is rendered, and of the festival's look; entry.server.tsx provides it. */
export const StylesContext = createContext('');

/**
 * The page's stylesheets as text, so that its first paint waits for no file (decision 11). The next page has the links:
 * here they would cause a second layout.
 */
export function PageStyles() {
  const text = use(StylesContext);
  const nonce = useNonce();
  const { key } = useLocation();
  const [firstKey] = useState(key);
  // an error page renders the whole document again, without the server's styles
  const [isServerRendered] = useState(!useHydrated());
  const isNext = key !== firstKey || !isServerRendered;
  return (
    <>
      {isServerRendered && (
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} suppressHydrationWarning />
      )}
      {(isNext || import.meta.env.DEV) && <Links />}
    </>
  );
}

interface PreloadFontsProps {
  fonts: string[];
  notOnPhones?: boolean;
}

/**
 * Preloads the fonts of the first view: the browser would discover them only after layout. On the server's page only:
 * the next one is laid out before its links would load.
 */
export function PreloadFonts({ fonts, notOnPhones = false }: PreloadFontsProps) {
  if (!import.meta.env.SSR) return null;
  return fonts.map((font) => (
    <link
      key={font}
      rel="preload"
      href={font}
      as="font"
      type="font/woff2"
      crossOrigin="anonymous"
      media={notOnPhones ? '(width >= 43.75em)' : undefined}
    />
  ));
}

interface PreloadPictureProps {
  wide: string;
  phone: string;
  /** Media query of the phone's picture. */
  phoneQuery: string;
}

/** Preloads the first view's picture in the server's page: the browser discovers it only after fonts and scripts. */
export function PreloadPicture({ wide, phone, phoneQuery }: PreloadPictureProps) {
  if (!import.meta.env.SSR) return null;
  const common = { rel: 'preload', as: 'image', fetchPriority: 'high' } as const;
  return (
    <>
      <link {...common} href={phone} media={phoneQuery} />
      <link {...common} href={wide} media={`not all and ${phoneQuery}`} />
    </>
  );
}
