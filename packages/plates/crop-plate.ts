import type { Plate, Shape } from './plate.ts';

/** A part of a plate, without the shapes outside it. */
export interface PlatePart extends Pick<Plate, 'height' | 'shapes'> {
  /** Left edge in pixels of the whole plate. */
  left: number;
  width: number;
}

/** Crops a plate to the range between two x in pixels. Shapes of several pieces (lines, woods) lose those outside. */
export function cropPlate(plate: Plate<unknown>, from: number, to: number): PlatePart {
  const shapes = plate.shapes
    .map((shape) => within(shape, from, to))
    .filter((shape) => shape.kind !== 'path' || shape.d !== '');
  return { left: from, width: to - from, height: plate.height, shapes };
}

function within(shape: Shape, from: number, to: number): Shape {
  if (shape.kind !== 'path') return shape;
  const { x: move, scale } = shape.transform ?? { x: 0, scale: 1 };
  // half a line's width, and what antialiasing adds
  const margin = (shape.strokeWidth ?? 0) + 1;
  const pieces = shape.d.split(/(?=M)/).filter((piece) => {
    const reach = reachOf(piece);
    if (reach === null) return true;
    return move + reach.max * scale > from - margin && move + reach.min * scale < to + margin;
  });
  return { ...shape, d: pieces.join('') };
}

/** Minimum and maximum x of a piece; null if it has curves. */
function reachOf(piece: string): { min: number; max: number } | null {
  let x = 0;
  let min = Infinity;
  let max = -Infinity;
  for (const [, command = '', list = ''] of piece.matchAll(/([a-z])([^a-z]*)/gi)) {
    const numbers = Array.from(list.matchAll(/-?(?:\d*\.)?\d+/g), ([number]) => Number(number));
    if (!/[mlhvz]/i.test(command)) return null;
    const hasPairs = /[ml]/i.test(command);
    for (let i = 0; i < numbers.length; i += hasPairs ? 2 : 1) {
      if (/v/i.test(command)) break;
      x = (/[MLH]/.test(command) ? 0 : x) + (numbers[i] ?? 0);
      min = Math.min(min, x);
      max = Math.max(max, x);
    }
  }
  return { min, max };
}
