import { drawAbbey } from './abbey.ts';
import { arch, box, Building, row } from './building.ts';
import type { BuildingColours } from './building.ts';
import { blend } from './lights.ts';
import type { Light } from './lights.ts';
import type { Shape, Transform } from './plate.ts';

/** Half the width of the house of a venue at scale 1, in pixels; 125 for others. */
export const HOUSE_HALF_WIDTH: Record<string, number> = { barn: 62, cloister: 112, refectory: 110 };

/** Height of the house of a venue at scale 1, in pixels; 180 for others. */
export const HOUSE_HEIGHT: Record<string, number> = { barn: 98, cloister: 134, refectory: 106 };

/** Colour of every lit window. */
export const WINDOW_LIGHT = '#FFC56E';

/** Draws the small lit house of a venue; its ground line lies at the transform's y. */
export function drawHouse(venue: string, light: Light, at: Transform): Shape[] {
  if (venue === '') return [];
  const colours = houseColours(light, light.wall);
  return [...drawFooting(venue, light, at), ...drawWalls(venue, colours, at)];
}

/** A strip of dark ground that lets the house stand instead of float. */
function drawFooting(venue: string, light: Light, at: Transform): Shape[] {
  const half = (HOUSE_HALF_WIDTH[venue] ?? 125) + 6;
  const d = `M${-half} -1h${2 * half}l16 5h${-2 * half - 10}z`;
  return new Building(at).fill(light.ink, d).shapes;
}

function drawWalls(venue: string, colours: BuildingColours, at: Transform): Shape[] {
  if (venue === 'barn') return drawBarn(colours, at);
  if (venue === 'cloister') return drawCloister(colours, at);
  if (venue === 'refectory') return drawRefectory(colours, at);
  return drawAbbey(colours, at, 'small');
}

/** Colours of a building in a light, from the colour of its walls. */
export function houseColours(light: Light, wall: string): BuildingColours {
  return {
    wall,
    shade: blend(wall, light.shade, 0.5),
    roof: light.ink,
    dome: blend(light.shade, light.ink, 0.35),
    line: light.ink,
    glow: WINDOW_LIGHT,
  };
}

/** The tithe barn: a steep roof, a lit gate, boarded flank. */
function drawBarn(c: BuildingColours, at: Transform): Shape[] {
  const boards = [10, 19, 28, 37, 46, 55].map((x) => `M${x} -36V0`).join('');
  return new Building(at)
    .fill(c.shade, box(0, 0, 60, 42))
    .fill(c.wall, 'M-58 0v-42L-29 -88 0 -42V0z')
    .fill(c.roof, 'M-66 -36L-31 -98H44L68 -36H3L-29 -84-60 -33z')
    .stroke(c.line, 1.4, boards)
    .fill(c.glow, row(box, 3, 18, 11.5, 16, 7, 10), box(-34, 54, 10, 9))
    .fill(c.line, box(-42, 0, 26, 34))
    .fill(c.glow, box(-39, 0, 9, 31), box(-28, 0, 9, 31)).shapes;
}

/** The cloister: a low wing of lit arches with a ridge turret. */
function drawCloister(c: BuildingColours, at: Transform): Shape[] {
  return new Building(at)
    .walls(c, box(-108, 0, 216, 46))
    .fill(c.wall, box(-9, 66, 18, 30))
    .fill(c.shade, box(2, 66, 7, 30))
    .fill(
      c.roof,
      'M-116 -45l16 -27h200l16 27z',
      'M-12 -95C-13 -106 -5 -112 0 -122C5 -112 13 -106 12 -95z',
    )
    .fill(c.line, row(arch, 9, 23.4, -102, 0, 17, 36), box(-3, 76, 6, 13))
    .fill(c.glow, row(arch, 9, 23.4, -99, 0, 11, 32))
    .stroke(c.line, 1.6, 'M0 -121v-13M-3.5 -129h7').shapes;
}

/** The refectory: a long hall with tall windows and a gabled middle. */
function drawRefectory(c: BuildingColours, at: Transform): Shape[] {
  return new Building(at)
    .walls(c, box(-106, 0, 212, 56))
    .fill(c.roof, 'M-114 -55l20 -32h188l20 32z')
    .walls(c, 'M-25 0V-80L0 -104 25 -80V0z')
    .fill(c.shade, 'M9 0V-95L25 -80V0z')
    .stroke(c.roof, 5, 'M-30 -77L0 -106 30 -77')
    .fill(
      c.line,
      row(arch, 4, 19, -100, 12, 11, 30),
      row(arch, 4, 19, 32, 12, 11, 30),
      arch(-7, 0, 14, 24),
    )
    .fill(c.glow, row(arch, 4, 19, -98, 14, 7, 26), row(arch, 4, 19, 34, 14, 7, 26))
    .fill(
      c.glow,
      arch(-4.5, 0, 9, 21),
      arch(-16, 38, 8, 20),
      arch(-4, 38, 8, 24),
      arch(8, 38, 8, 20),
    ).shapes;
}
