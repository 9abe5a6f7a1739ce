/** Asks for fonts of the first view at once: the browser learns only from the laid out page what it needs. */
export function PreloadFonts({ fonts }: { fonts: string[] }) {
  return fonts.map((font) => (
    <link
      key={font}
      rel="preload"
      href={font}
      as="font"
      type="font/woff2"
      crossOrigin="anonymous"
    />
  ));
}
