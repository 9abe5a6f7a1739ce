import { drawScene } from './draw-scene.ts';
import { clamp } from './math.ts';
import type { Plate, PlateConcert, PlateSize } from './plate.ts';

/** Size of a concert's panorama. */
export interface PanoramaSize extends PlateSize {
  /** Pixels at the top without rock and sun, for labels; a quarter of the height by default. */
  labelBand?: number;
  /** Share of the width at either edge without labels and summits; 0.034 by default. */
  margin?: number;
}

/**
 * Draws the panorama of a concert's page: summits from left to right in order of performance, evenly
 * spread so that a label fits above each. Made for 1440 × 600 and, on phones, 390 × 340.
 */
export function drawConcertPanorama(concert: PlateConcert, size: PanoramaSize): Plate {
  const { width, height, labelBand = height * 0.25, margin = 0.034 } = size;
  return drawScene(concert, {
    width,
    height,
    band: labelBand,
    horizon: height * 0.8,
    spread: { margin, sway: 0, pause: 0.12, lowest: 0.42 },
    discRadius: clamp(width * 0.024, 16, 36),
    isLabelled: width > 600,
    shadow: 0.7,
    houseScale: clamp(height / 900, 0.36, 0.7),
  });
}

/**
 * Draws the panorama of the Long Night: the upper third is sky for a title, with the moon at the right.
 * Made for 1440 × 820 and 390 × 640.
 */
export function drawNightPanorama(concert: PlateConcert, { width, height }: PlateSize): Plate {
  return drawScene(
    { ...concert, isLongNight: true },
    {
      width,
      height,
      band: height * 0.36,
      horizon: height * 0.83,
      spread: { margin: 0.05, sway: 1, pause: 0.5, lowest: 0.42 },
      discRadius: clamp(width * 0.04, 26, 58),
      discTop: height * 0.16,
      starsFrom: height * 0.125,
      isLabelled: width > 600,
      shadow: 0.8,
      houseScale: clamp(width / 1500, 0.42, 0.9),
    },
  );
}

/** Draws the cover of a concert for lists, cart, tickets and share images, made for 4:3 (480 × 360). */
export function drawCover(concert: PlateConcert, { width, height }: PlateSize): Plate {
  return drawScene(concert, {
    width,
    height,
    band: height * 0.1,
    horizon: height * 0.76,
    spread: { margin: 0.06, sway: 1, pause: 0.35, lowest: 0.42 },
    discRadius: height * 0.062,
    discTop: height * 0.06,
    shadow: 1,
    houseScale: (height / 360) * 0.46,
  });
}
