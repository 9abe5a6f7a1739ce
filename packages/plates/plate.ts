import type { LightName } from './lights.ts';

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

/** The data of a concert that a plate needs. The whole drawing follows from these fields. */
export interface PlateConcert {
  /** Seeds the drawing: the same id and programme give the same plate. */
  id: number;
  /** Start, 'HH:MM' in Europe/Berlin. */
  time: string;
  /** Slug of the venue; an unknown one is drawn as the abbey, '' as a landscape without a house. */
  venue: 'church' | 'barn' | 'cloister' | 'refectory' | 'everywhere' | (string & {});
  isLongNight: boolean;
  /** Key of the evening in German notation ('A-Dur', 'fis-Moll'), null if there is none. */
  key: string | null;
  /** Works in the order of performance. */
  pieces: PlatePiece[];
}

/** A concert with its day, 'YYYY-MM-DD' in Europe/Berlin. */
export interface DatedConcert extends PlateConcert {
  date: string;
}

/** One work: the year its composer was born sets the distance, the movements the summits. */
export interface PlatePiece {
  composerBorn: number | null;
  movements: { title: string }[];
}

/** Moves and scales a shape; applied as translate(x y) scale(scale). */
export interface Transform {
  x: number;
  y: number;
  scale: number;
}

interface Paint {
  fill?: string;
  stroke?: string;
  strokeWidth?: number;
  /** 0 to 1. */
  opacity?: number;
  transform?: Transform;
}

/** A flat shape. Path data uses only M, L, C, H, V, A, Z and their relative forms. */
export type Shape = Paint &
  (
    | { kind: 'path'; d: string }
    | { kind: 'circle'; cx: number; cy: number; r: number }
    | { kind: 'rect'; x: number; y: number; width: number; height: number }
  );

/** The top of one movement, in pixels of the plate. `piece` and `movement` count from 0. */
export interface Summit {
  x: number;
  y: number;
  piece: number;
  movement: number;
  title: string;
}

/** The top of one day of the season, in pixels of the plate. */
export interface DaySummit {
  x: number;
  y: number;
  /** 'YYYY-MM-DD'. */
  date: string;
  /** Ids of the concerts of that day, by time. */
  concertIds: number[];
}

/** A drawing made of shapes, back to front, from which both SVG and PDF are made. */
export interface Plate<S = Summit> {
  width: number;
  height: number;
  light: LightName;
  shapes: Shape[];
  /** Left to right, which is the order of performance or of the days. */
  summits: S[];
}

/** Size of a plate in pixels. */
export interface PlateSize {
  width: number;
  height: number;
}
