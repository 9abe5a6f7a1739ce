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
      media={notOnPhones ? '(min-width: 40em)' : undefined}
    />
  ));
}
