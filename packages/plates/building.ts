import type { Shape, Transform } from './plate.ts';
import { tenth } from './math.ts';

/** Colours of a building, '#RRGGBB'. */
export interface BuildingColours {
  wall: string;
  shade: string;
  roof: string;
  dome: string;
  line: string;
  /** Lit windows. */
  glow: string;
  /** Width of an outline around walls, for drawings on white paper. */
  outline?: number;
}

/** Path data of a box; y counts upwards from the ground to its foot. */
export function box(x: number, foot: number, width: number, height: number): string {
  return `M${tenth(x)} ${tenth(-foot)}h${tenth(width)}v${tenth(-height)}h${tenth(-width)}z`;
}

/** Path data of an opening with a round arch. */
export function arch(x: number, foot: number, width: number, height: number): string {
  const r = tenth(width / 2);
  const straight = tenth(height - width / 2);
  return `M${tenth(x)} ${tenth(-foot)}v${-straight}a${r} ${r} 0 0 1 ${tenth(2 * r)} 0v${straight}z`;
}

/** Path data of a disc in the middle of the building. */
export function disc(y: number, radius: number): string {
  const across = tenth(2 * radius);
  return `M${-radius} ${y}a${radius} ${radius} 0 1 0 ${across} 0a${radius} ${radius} 0 1 0 ${-across} 0z`;
}

/** A row of equal openings, `gap` from one to the next. */
export function row(
  opening: typeof box,
  count: number,
  gap: number,
  ...[x, foot, width, height]: Parameters<typeof box>
): string {
  return Array.from({ length: count }, (_, i) => opening(x + i * gap, foot, width, height)).join(
    '',
  );
}

/** Collects filled and stroked parts of a building, back to front, under one transform. */
export class Building {
  readonly shapes: Shape[] = [];
  private readonly transform: Transform;

  constructor(transform: Transform) {
    this.transform = transform;
  }

  fill(fill: string, ...paths: string[]): this {
    this.shapes.push({ kind: 'path', fill, d: paths.join(''), transform: this.transform });
    return this;
  }

  stroke(stroke: string, strokeWidth: number, ...paths: string[]): this {
    this.shapes.push({
      kind: 'path',
      stroke,
      strokeWidth,
      d: paths.join(''),
      transform: this.transform,
    });
    return this;
  }

  /** Walls, with the outline if the colours have one. */
  walls(colours: BuildingColours, ...paths: string[]): this {
    this.shapes.push({
      kind: 'path',
      fill: colours.wall,
      ...(colours.outline ? { stroke: colours.line, strokeWidth: colours.outline } : {}),
      d: paths.join(''),
      transform: this.transform,
    });
    return this;
  }
}
