import type { Plate } from './plate.ts';
import { drawShapesAsSvg } from './plate-svg.ts';

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
