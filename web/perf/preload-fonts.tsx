/** Asks for fonts of the first view at once: the browser learns only from the laid out page what it needs. */
interface PreloadFontsProps {
  fonts: string[];
  notOnPhones?: boolean;
}

export function PreloadFonts({ fonts, notOnPhones = false }: PreloadFontsProps) {
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
