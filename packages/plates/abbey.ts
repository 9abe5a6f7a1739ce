import { arch, box, Building, disc, row } from './building.ts';
import type { BuildingColours } from './building.ts';
import { tenth } from './math.ts';
import type { Shape, Transform } from './plate.ts';
import { randomFrom } from './math.ts';

/** 'full' has the long wings (480 wide), 'small' short ones (250 wide); both 180 high. */
export type AbbeySize = 'full' | 'small';

/** The abbey: domed church between two onion towers, and wings. Origin: bottom centre. */
export function drawAbbey(colours: BuildingColours, at: Transform, size: AbbeySize): Shape[] {
  const abbey = new Building(at);
  drawDome(abbey, colours);
  for (const side of [-1, 1]) drawWing(abbey, colours, side, size === 'full' ? 164 : 54, size);
  drawFront(abbey, colours);
  const towers = [-37, 37].flatMap((x) => drawTower({ ...at, x: at.x + x * at.scale }, colours));
  return [...abbey.shapes, ...towers];
}

function drawDome(abbey: Building, c: BuildingColours): void {
  const ribs = [-0.72, -0.42, -0.1, 0.22, 0.52, 0.8].map(
    (k) => `M${tenth(k * 28)} -104C${tenth(k * 29)} -126 ${tenth(k * 14)} -140 0 -144`,
  );
  abbey
    .walls(c, box(-25, 78, 50, 26), box(-5, 143, 10, 14))
    .fill(c.shade, box(8, 78, 17, 26), box(1, 143, 4, 14))
    .fill(c.line, row(arch, 5, 8.6, -19, 84, 3.4, 14), box(-2.6, 145, 2.2, 9), box(1.4, 145, 2, 9))
    .fill(c.dome, 'M-28 -104C-30 -128 -14 -142 0 -144C14 -142 30 -128 28 -104z')
    .stroke(c.line, 0.8, ...ribs)
    .fill(c.line, 'M6 -104C18 -122 12 -138 0 -144C14 -142 30 -128 28 -104z')
    .fill(c.dome, 'M-6.5 -157C-7 -163 -2 -166 0 -170C2 -166 7 -163 6.5 -157z')
    .stroke(c.line, 1.2, 'M0 -169v-11M-2.8 -176.6h5.6');
}

function drawWing(
  abbey: Building,
  c: BuildingColours,
  side: number,
  length: number,
  size: AbbeySize,
): void {
  const inner = side * 42;
  const from = Math.min(inner, inner + side * length);
  const pavilion = side > 0 ? inner + length - 3 : inner - length - 31;
  const tiles = Array.from(
    { length: Math.floor(length / 7) },
    (_, i) => `M${tenth(from + 4 + i * 7)} -47l3 12`,
  );
  abbey
    .walls(c, box(from, 0, length, 33))
    .fill(
      c.roof,
      `M${from - 3} -33l4 -17h${length - 2}l4 17z`,
      box(from - 2, 32.6, length + 4, 1.1),
    )
    .stroke(c.shade, 0.5, ...tiles)
    .walls(c, box(pavilion, 0, 34, 42))
    .fill(c.roof, `M${pavilion - 4} -42l15 -22h12l15 22z`);
  drawWindows(abbey, c, side, length, size);
  // windows of their true size would vanish in the small abbey
  const [width, height] = size === 'small' ? [5, 8] : [3.6, 7];
  abbey
    .fill(c.line, row(box, 3, 9.5, pavilion + 5, 27, width, height))
    .fill(c.glow, row(box, 3, 9.5, pavilion + 5, 11, width, height));
}

/** Two rows of windows, some of them lit; fewer and larger where the abbey is drawn small. */
function drawWindows(
  abbey: Building,
  c: BuildingColours,
  side: number,
  length: number,
  size: AbbeySize,
): void {
  const random = randomFrom(42 + side);
  const [gap, width, height] = size === 'full' ? [8.9, 3.3, 6.6] : [11, 5, 8];
  const lit: string[] = [];
  const dark: string[] = [];
  for (const foot of [19.5, 5.5]) {
    for (let out = 52; out < 42 + length - 6; out += gap) {
      const x = side > 0 ? out : -out - width;
      (random() < 0.45 ? lit : dark).push(box(x, foot, width, height));
    }
  }
  abbey.fill(c.glow, ...lit).fill(c.line, ...dark);
}

function drawFront(abbey: Building, c: BuildingColours): void {
  abbey
    .walls(c, box(-44, 0, 88, 74))
    .fill(c.roof, 'M-48 -74L0 -100L48 -74z')
    .walls(
      c,
      'M-27 -66C-27 -80 -20 -82 -15 -88C-10 -94 -6 -99 0 -101C6 -99 10 -94 15 -88C20 -82 27 -80 27 -66z',
    )
    .fill(c.shade, 'M8 -95C11 -92 13 -90 15 -88C20 -82 27 -80 27 -66H14z')
    .fill(c.line, box(-46, 66.7, 92, 1.3), box(-46, 39.1, 92, 0.9))
    .fill(c.glow, arch(-20, 44, 6, 18), arch(-3.6, 43, 7.2, 21), arch(14, 44, 6, 18))
    .fill(c.line, arch(-21, 17, 7, 14), arch(14, 17, 7, 14), arch(-6, 0, 12, 23))
    .fill(c.glow, arch(-4, 0, 8, 20))
    .fill(c.line, disc(-82, 3.6))
    .fill(c.glow, disc(-82, 2.2));
}

const ONION =
  'M-11 -112C-12 -116 -9 -117 -9 -119C-17 -124 -14 -135 -6 -139C-3 -141 -3 -143 -3 -144H3C3 -143 3 -141 6 -139C14 -135 17 -124 9 -119C9 -117 12 -116 11 -112z';
const ONION_SHADE =
  'M3 -112C4 -117 3 -118 4 -119C10 -126 8 -135 2 -141V-144H3C3 -143 3 -141 6 -139C14 -135 17 -124 9 -119C9 -117 12 -116 11 -112z';

/** One of the two towers, drawn around x = 0 of its own transform. */
function drawTower(at: Transform, c: BuildingColours): Shape[] {
  return new Building(at)
    .walls(c, box(-11, 0, 22, 112))
    .fill(c.shade, box(3, 0, 8, 112))
    .fill(c.line, box(-12.5, 110.6, 25, 1.4), box(-12.5, 82.8, 25, 1.2), box(-12, 43.1, 24, 0.9))
    .fill(c.line, arch(-4, 90, 7, 16), arch(-3, 60, 5, 12), disc(-54, 3.5))
    .fill(c.wall, disc(-54, 2.4))
    .stroke(c.line, 0.7, 'M0 -54v-1.9M0 -54l1.3 .7')
    .fill(c.glow, box(-3, 24, 5, 10))
    .fill(c.dome, ONION)
    .fill(c.line, ONION_SHADE)
    .walls(c, box(-3.4, 143.6, 6.8, 7.4))
    .fill(c.line, box(0.4, 143.6, 3, 7.4))
    .fill(c.dome, 'M-4.6 -151C-5.4 -156 -1.6 -158 0 -163C1.6 -158 5.4 -156 4.6 -151z')
    .stroke(c.line, 1.1, 'M0 -162v-12M-2.4 -171h4.8').shapes;
}
