import { drawCover } from '../../drawing/plates/draw-cover.ts';
import type { PlateConcert } from '../../drawing/plates/plate.ts';
import {
  placePlate,
  type PlateFrame,
  type PlateRecording,
  recordPlate,
} from '../../drawing/pdf/embed-plate.ts';
import type { Pdf } from '../../drawing/pdf/tagged-pdf.ts';

/** Few different plates are needed at a time, even in a rush. */
const MAX_CACHED_PLATES = 40;
const recordings = new Map<string, PlateRecording>();

/** In pixels. */
const PLATE_WIDTH = 480;

/** Draws the concert's cover into the frame, as vectors. Each thread computes the cover of a concert once. */
export function drawTicketPlate(pdf: Pdf, concert: PlateConcert, frame: PlateFrame): void {
  const key = JSON.stringify([concert, frame]);
  const recording = recordings.get(key) ?? record(concert, frame);
  recordings.delete(key);
  recordings.set(key, recording);
  const [oldest] = recordings.keys();
  if (recordings.size > MAX_CACHED_PLATES && oldest !== undefined) recordings.delete(oldest);
  placePlate(pdf, recording);
}

function record(concert: PlateConcert, frame: PlateFrame): PlateRecording {
  const height = Math.round((PLATE_WIDTH * frame.height) / frame.width);
  return recordPlate(drawCover(concert, { width: PLATE_WIDTH, height }), frame);
}
