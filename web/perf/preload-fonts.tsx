interface PreloadFontsProps {
  fonts: string[];
  notOnPhones?: boolean;
}

/**
 * Asks for fonts of the first view at once: the browser learns only from the laid out page what it needs. Of the
 * server's page only: the next one is laid out when its links would come.
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
