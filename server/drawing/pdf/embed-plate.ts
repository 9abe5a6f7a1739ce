import { deflateSync } from 'node:zlib';
import Pdfkit from 'pdfkit';
import type { Plate } from '#packages/plates/plate.ts';
import { drawPlateOnPdf, type PdfCanvas } from '#packages/plates/plate-pdf.ts';
import type { Pdf } from './tagged-pdf.ts';

/** A plate as PDF operators, compressed once for all documents. */
export interface PlateRecording {
  operators: Buffer;
  /** Opacities to which the operators refer by name. */
  states: Record<string, { Type: 'ExtGState'; ca: number; CA: number }>;
  frame: PlateFrame;
}

/** Where a plate lies on its page, in points. */
export interface PlateFrame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Translates a plate into PDF operators, as wide as the frame. Slower than drawing a plate: reuse the result. */
export function recordPlate(
  plate: Pick<Plate, 'width' | 'height' | 'shapes'>,
  frame: PlateFrame,
): PlateRecording {
  const operators: string[] = [];
  const states: PlateRecording['states'] = {};
  const { x, y, width } = frame;
  drawPlateOnPdf(recorder(operators, states), plate, { x, y, width });
  return { operators: deflateSync(operators.join('\n')), states, frame };
}

/** Places a recorded plate as a form XObject, which brings its own resources. */
export function placePlate(pdf: Pdf, { operators, states, frame }: PlateRecording): void {
  const form = pdf.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [frame.x, frame.y, frame.x + frame.width, frame.y + frame.height],
    Resources: { ExtGState: states },
    // set here, or pdfkit would compress it again
    Filter: 'FlateDecode',
  });
  form.end(operators);
  const name = `Plate${Object.keys(pdf.page.xobjects).length}`;
  pdf.page.xobjects[name] = form;
  pdf.addContent(`/${name} Do`);
}

function recorder(operators: string[], states: PlateRecording['states']): PdfCanvas {
  const add = (operator: string): unknown => operators.push(operator);
  // only translates SVG paths; this document is never written
  const translator = new Pdfkit({ font: '', compress: false });
  Object.assign(translator, {
    addContent(operator: string) {
      add(operator);
      return translator;
    },
  });
  return {
    save: () => add('q'),
    restore: () => add('Q'),
    translate: (dx, dy) => add(`1 0 0 1 ${round(dx)} ${round(dy)} cm`),
    scale: (factor) => add(`${round(factor)} 0 0 ${round(factor)} 0 0 cm`),
    rect: (rx, ry, width, height) => add(`${[rx, ry, width, height].map(round).join(' ')} re`),
    circle: (cx, cy, radius) => translator.circle(cx, cy, radius),
    path: (data) => translator.path(data),
    clip: () => add('W n'),
    lineWidth: (width) => add(`${round(width)} w`),
    opacity(opacity) {
      const name = `Opacity${Math.round(opacity * 100)}`;
      states[name] = { Type: 'ExtGState', ca: opacity, CA: opacity };
      return add(`/${name} gs`);
    },
    fill: (colour) => add(`${rgb(colour)} rg f`),
    stroke: (colour) => add(`${rgb(colour)} RG S`),
  };
}

function round(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}

function rgb(colour: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  return parts.map(round).join(' ');
}
