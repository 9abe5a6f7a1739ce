import Pdfkit from 'pdfkit';
import { drawCover } from '../../plates/draw-cover.ts';
import type { PlateConcert } from '../../plates/plate.ts';
import { drawPlateOnPdf, type PdfCanvas } from '../../plates/plate-pdf.ts';
import type { Pdf } from './sheet.ts';

/** A drawing as the operators a PDF is made of; what is no operator is how transparent the next shape is. */
type Recording = (string | { opacity: number })[];

/** Plates kept; an evening's rush asks for few different ones. */
const keptPlates = 40;
const recordings = new Map<string, Recording>();

export interface PlateFrame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws the concert's cover into that frame, as vectors. Drawn and translated once per concert and thread. */
export function drawPlate(pdf: Pdf, concert: PlateConcert, frame: PlateFrame): void {
  const key = JSON.stringify([concert, frame]);
  const recording = recordings.get(key) ?? recordPlate(concert, frame);
  recordings.delete(key);
  recordings.set(key, recording);
  const [oldest] = recordings.keys();
  if (recordings.size > keptPlates && oldest !== undefined) recordings.delete(oldest);
  for (const step of recording) {
    if (typeof step === 'string') pdf.addContent(step);
    else pdf.opacity(step.opacity);
  }
}

/** Pixels of a plate's width; the prototype's covers have as many. */
const plateWidth = 480;

function recordPlate(concert: PlateConcert, { x, y, width, height }: PlateFrame): Recording {
  const recording: Recording = [];
  const plate = drawCover(concert, {
    width: plateWidth,
    height: Math.round((plateWidth * height) / width),
  });
  drawPlateOnPdf(recorder(recording), plate, { x, y, width });
  return joinNeighbours(recording);
}

function recorder(recording: Recording): PdfCanvas {
  const add = (operators: string): unknown => recording.push(operators);
  // translates SVG paths; nothing of it is ever written
  const translator = new Pdfkit({ font: '', compress: false });
  Object.assign(translator, {
    addContent(operators: string) {
      add(operators);
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
    opacity: (opacity) => recording.push({ opacity }),
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

function joinNeighbours(recording: Recording): Recording {
  const joined: Recording = [];
  for (const step of recording) {
    const last = joined.at(-1);
    if (typeof step === 'string' && typeof last === 'string')
      joined[joined.length - 1] = `${last}\n${step}`;
    else joined.push(step);
  }
  return joined;
}
