import type { PlatePart } from './crop-plate.ts';
import type { Plate, Shape, Transform } from './plate.ts';

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
