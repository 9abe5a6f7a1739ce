import type { Plate, Shape, Transform } from './plate.ts';
import type { ResvgRenderOptions } from '@resvg/resvg-js';

/** A part of a plate, without the shapes outside it. */
export interface PlatePart extends Pick<Plate, 'height' | 'shapes'> {
  /** Left edge in pixels of the whole plate. */
  left: number;
  width: number;
}

/** Crops a plate to the range between two x in pixels. Shapes of several pieces (lines, woods) lose those outside. */
export function cropPlate(plate: Plate<unknown>, from: number, to: number): PlatePart {
  const shapes = plate.shapes
    .map((shape) => within(shape, from, to))
    .filter((shape) => shape.kind !== 'path' || shape.d !== '');
  return { left: from, width: to - from, height: plate.height, shapes };
}

function within(shape: Shape, from: number, to: number): Shape {
  if (shape.kind !== 'path') return shape;
  const { x: move, scale } = shape.transform ?? { x: 0, scale: 1 };
  // half a line's width, and what antialiasing adds
  const margin = (shape.strokeWidth ?? 0) + 1;
  const pieces = shape.d.split(/(?=M)/).filter((piece) => {
    const reach = reachOf(piece);
    if (reach === null) return true;
    return move + reach.max * scale > from - margin && move + reach.min * scale < to + margin;
  });
  return { ...shape, d: pieces.join('') };
}

/** Minimum and maximum x of a piece; null if it has curves. */
function reachOf(piece: string): { min: number; max: number } | null {
  let x = 0;
  let min = Infinity;
  let max = -Infinity;
  for (const [, command = '', list = ''] of piece.matchAll(/([a-z])([^a-z]*)/gi)) {
    const numbers = Array.from(list.matchAll(/-?(?:\d*\.)?\d+/g), ([number]) => Number(number));
    if (!/[mlhvz]/i.test(command)) return null;
    const hasPairs = /[ml]/i.test(command);
    for (let i = 0; i < numbers.length; i += hasPairs ? 2 : 1) {
      if (/v/i.test(command)) break;
      x = (/[MLH]/.test(command) ? 0 : x) + (numbers[i] ?? 0);
      min = Math.min(min, x);
      max = Math.max(max, x);
    }
  }
  return { min, max };
}

/**
 * Draws a plate, or a part of it, as a complete SVG document: no inline styles, no scripts, hidden from screen readers.
 */
export function drawPlateAsSvg(
  plate: Pick<Plate, 'width' | 'height' | 'shapes'> | PlatePart,
): string {
  const { width, height } = plate;
  const left = 'left' in plate ? plate.left : 0;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} 0 ${width} ${height}" ` +
    `width="${width}" height="${height}" preserveAspectRatio="xMidYMax slice" aria-hidden="true">` +
    `${drawShapesAsSvg(plate.shapes)}</svg>`
  );
}

/** Draws shapes as SVG elements; neighbours that share a transform share a group. */
export function drawShapesAsSvg(shapes: Shape[]): string {
  let svg = '';
  let open = '';
  for (const shape of shapes) {
    const transform = transformAttribute(shape.transform);
    if (transform !== open) {
      if (open) svg += '</g>';
      if (transform) svg += `<g transform="${transform}">`;
      open = transform;
    }
    svg += element(shape);
  }
  return open ? `${svg}</g>` : svg;
}

function transformAttribute(transform: Transform | undefined): string {
  if (!transform) return '';
  const { x, y, scale } = transform;
  const move = x || y ? `translate(${x} ${y})` : '';
  return scale === 1 ? move : `${move}scale(${scale})`;
}

function element(shape: Shape): string {
  const paint = paintAttributes(shape);
  switch (shape.kind) {
    case 'path':
      return `<path${paint} d="${shape.d}"/>`;
    case 'circle':
      return `<circle${paint} cx="${shape.cx}" cy="${shape.cy}" r="${shape.r}"/>`;
    case 'rect':
      return `<rect${paint} x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}"/>`;
  }
}

function paintAttributes({ fill = 'none', stroke, strokeWidth, opacity }: Shape): string {
  let attributes = ` fill="${fill}"`;
  if (stroke) attributes += ` stroke="${stroke}"`;
  if (strokeWidth !== undefined) attributes += ` stroke-width="${strokeWidth}"`;
  if (opacity !== undefined) attributes += ` opacity="${opacity}"`;
  return attributes;
}

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

/** The parts of a plate that the sheet shows. */
type Sheet = Pick<Plate, 'width' | 'height' | 'shapes'> & { summits: { x: number; y: number }[] };

interface SheetOptions {
  columns: number;
  gap: number;
  /** '#RRGGBB' of the background. */
  paper: string;
  hasMarks?: boolean;
}

/** Draws several plates of one size side by side as SVG, to compare them. */
export function drawContactSheet(
  plates: Sheet[],
  { columns, gap, paper, hasMarks = false }: SheetOptions,
): string {
  const first = plates[0];
  if (!first) throw new Error('A sheet needs at least one plate.');
  const { width, height } = first;
  const cells = plates.map((plate, i) => {
    const x = gap + (i % columns) * (width + gap);
    const y = gap + Math.floor(i / columns) * (height + gap);
    const dots = hasMarks
      ? plate.summits.map((top) => `<circle cx="${top.x}" cy="${top.y}" r="2.5" fill="#d0006f"/>`)
      : [];
    return (
      `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
      `${drawShapesAsSvg(plate.shapes)}${dots.join('')}</svg>`
    );
  });
  const wide = gap + columns * (width + gap);
  const high = gap + Math.ceil(plates.length / columns) * (height + gap);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}">` +
    `<rect width="${wide}" height="${high}" fill="${paper}"/>${cells.join('')}</svg>`
  );
}
