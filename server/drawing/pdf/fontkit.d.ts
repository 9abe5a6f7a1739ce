declare module 'fontkit' {
  /** A parsed font; pdfkit accepts it instead of the file's bytes. */
  export interface ParsedFont {
    postscriptName: string;
    unitsPerEm: number;
    /** All code points that have a glyph. */
    characterSet: number[];
    glyphForCodePoint(codePoint: number): { advanceWidth: number };
    hasGlyphForCodePoint(codePoint: number): boolean;
    /** Glyphs of a text with their positions; `features` of OpenType. */
    layout(text: string, features?: unknown): GlyphRun;
  }
  export interface GlyphRun {
    positions: object[];
  }
  export function create(font: Uint8Array): ParsedFont;
}
