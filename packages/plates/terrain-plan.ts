import type { Peak } from './skeleton.ts';

/** The inputs of one mountain range. All lengths in pixels. */
export interface TerrainPlan {
  width: number;
  /** The y at which height is 0 at the back of the range. */
  base: number;
  /** How far the foot comes down the picture, from back (0) to front (1). */
  depth: number;
  /** Height of the highest summit the range may have; roughness follows it. */
  amplitude: number;
  /** Left to right. */
  peaks: Peak[];
  /** Summits of farther ranges that this one must not hide: heights above its own base. */
  clear?: { x: number; height: number }[];
  /** Height of the ground beside the summits. */
  floor: number;
  /** Width of a typical rib of rock. */
  grain: number;
  /** 0 smooth hills, 1 rock. */
  roughness: number;
  seed: number;
}
