import type { Transform } from './plate.ts';

/** Lines are written in whole quarters of a pixel, which is short and compresses well. */
const QUARTERS = 4;

/** The transform that turns path data of this file back into pixels. */
export const IN_QUARTERS: Transform = { x: 0, y: 0, scale: 1 / QUARTERS };

/** The nearest length that the paths of this file can write exactly, in pixels. */
export function toQuarter(pixels: number): number {
  return Math.round(pixels * QUARTERS) / QUARTERS;
}

/** Path data of a closed polygon. `points` is x, y, x, y, … in pixels; needs IN_QUARTERS. */
export function polygon(points: number[]): string {
  let data = '';
  let lastX = 0;
  let lastY = 0;
  let lastCommand = '';
  for (let i = 0; i + 1 < points.length; i += 2) {
    const x = Math.round((points[i] ?? 0) * QUARTERS);
    const y = Math.round((points[i + 1] ?? 0) * QUARTERS);
    if (i === 0) {
      data = `M${x} ${y}`;
    } else if (x !== lastX || y !== lastY) {
      const [command, step] = stepTo(x - lastX, y - lastY);
      data += command === lastCommand && command === 'l' ? joined(step) : command + step;
      lastCommand = command;
    }
    lastX = x;
    lastY = y;
  }
  return `${data}z`;
}

function stepTo(dx: number, dy: number): [command: string, step: string] {
  if (dx === 0) return ['v', `${dy}`];
  if (dy === 0) return ['h', `${dx}`];
  return ['l', dy < 0 ? `${dx}${dy}` : `${dx} ${dy}`];
}

/** A minus sign needs no space before it. */
function joined(step: string): string {
  return step.startsWith('-') ? step : ` ${step}`;
}
