declare module 'fontkit' {
  /** A parsed font; pdfkit takes it in place of the file's bytes. */
  export interface ParsedFont {
    postscriptName: string;
    hasGlyphForCodePoint(codePoint: number): boolean;
  }
  export function create(font: Uint8Array): ParsedFont;
}
