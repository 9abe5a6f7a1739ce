import { drawScene } from './draw-scene.ts';
import type { Plate, PlateConcert, PlateSize } from './plate.ts';

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
