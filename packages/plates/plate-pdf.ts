import type { Plate, Shape } from './plate.ts';

/** The methods of a PDF document that a plate needs, as pdfkit has them. */
export interface PdfCanvas {
  save(): unknown;
  restore(): unknown;
  translate(x: number, y: number): unknown;
  scale(factor: number): unknown;
  rect(x: number, y: number, width: number, height: number): unknown;
  circle(x: number, y: number, radius: number): unknown;
  path(data: string): unknown;
  clip(): unknown;
  lineWidth(width: number): unknown;
  opacity(opacity: number): unknown;
  fill(colour: string): unknown;
  stroke(colour: string): unknown;
}

/** Draws a plate as vectors with its upper left corner at x, y; `width` in points. */
export function drawPlateOnPdf(
  pdf: PdfCanvas,
  plate: Pick<Plate, 'width' | 'height' | 'shapes'>,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  pdf.save();
  pdf.translate(x, y);
  pdf.scale(width / plate.width);
  pdf.rect(0, 0, plate.width, plate.height);
  pdf.clip();
  for (const shape of plate.shapes) drawShape(pdf, shape);
  pdf.restore();
}

function drawShape(pdf: PdfCanvas, shape: Shape): void {
  const { transform, opacity, fill, stroke, strokeWidth = 1 } = shape;
  pdf.save();
  if (transform) {
    pdf.translate(transform.x, transform.y);
    pdf.scale(transform.scale);
  }
  if (opacity !== undefined) pdf.opacity(opacity);
  if (fill) {
    outline(pdf, shape);
    pdf.fill(fill);
  }
  if (stroke) {
    outline(pdf, shape);
    pdf.lineWidth(strokeWidth);
    pdf.stroke(stroke);
  }
  pdf.restore();
}

function outline(pdf: PdfCanvas, shape: Shape): void {
  switch (shape.kind) {
    case 'path':
      pdf.path(shape.d);
      break;
    case 'circle':
      pdf.circle(shape.cx, shape.cy, shape.r);
      break;
    case 'rect':
      pdf.rect(shape.x, shape.y, shape.width, shape.height);
      break;
  }
}
