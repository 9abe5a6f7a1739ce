import type { ResvgRenderOptions } from '@resvg/resvg-js';

/** Options for converting an SVG to a PNG. */
export interface RasterOptions {
  /** Width of the picture in pixels; the height follows. */
  width: number;
  /** Paths of font files for text in the SVG; system fonts are never used. */
  fontFiles?: string[];
  /** Family for text whose own family is not among the files. */
  defaultFontFamily?: string;
}

/** Converts an SVG to a PNG. Loads the renderer at the first call. Throws on malformed SVG. */
export async function rasterize(svg: string, options: RasterOptions): Promise<Buffer> {
  const { Resvg } = await import('@resvg/resvg-js');
  const { width, fontFiles = [], defaultFontFamily } = options;
  const settings: ResvgRenderOptions = {
    fitTo: { mode: 'width', value: width },
    font: {
      loadSystemFonts: false,
      fontFiles,
      ...(defaultFontFamily ? { defaultFontFamily } : {}),
    },
  };
  return new Resvg(svg, settings).render().asPng();
}
