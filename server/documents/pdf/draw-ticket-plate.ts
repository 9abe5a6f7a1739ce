import { drawCover } from '../../drawing/plates/draw-cover.ts';
import type { PlateConcert } from '../../drawing/plates/plate.ts';
import {
  placePlate,
  type PlateFrame,
  type PlateRecording,
  recordPlate,
} from '../../drawing/pdf/embed-plate.ts';
import type { Pdf } from '../../drawing/pdf/tagged-pdf.ts';

/** Plates kept; an evening's rush asks for few different ones. */
const MAX_CACHED_PLATES = 40;
const recordings = new Map<string, PlateRecording>();

/** Pixels of a plate's width; the prototype's covers have as many. */
const plateWidth = 480;

/** Draws the concert's cover into that frame, as vectors. Drawn and translated once per concert and thread. */
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
  const height = Math.round((plateWidth * frame.height) / frame.width);
  return recordPlate(drawCover(concert, { width: plateWidth, height }), frame);
}
