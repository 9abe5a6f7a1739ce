import { clamp, mix, smoothStep } from './math.ts';
import { noiseFrom, ridged, rolling } from './random.ts';
import { crestNodes, skeletonAt } from './skeleton.ts';
import type { CrestNode } from './skeleton.ts';
import type { TerrainPlan } from './terrain-plan.ts';

/** How far beyond the plate the crest is known, in pixels: rows reach a little to the side. */
const BEYOND = 200;

/** Height of the carved skyline of a range at x, in pixels above its base. */
export function crestOf(plan: TerrainPlan): (x: number) => number {
  const nodes = crestNodes(plan);
  const heights = carve(plan, nodes);
  const ceiling = ceilingOf(plan);
  for (const [i, height] of heights.entries()) heights[i] = Math.min(height, ceiling(i - BEYOND));
  flattenFalseSummits(heights, nodes, plan.amplitude * 0.05);
  return (x) => {
    const at = clamp(x + BEYOND, 0, heights.length - 1.001);
    const left = Math.floor(at);
    return mix(heights[left] ?? 0, heights[left + 1] ?? 0, at - left);
  };
}

/** The outline with its rock carved, one height a pixel. */
function carve(plan: TerrainPlan, nodes: CrestNode[]): Float64Array {
  const { amplitude, grain, roughness, seed } = plan;
  const noise = noiseFrom(seed);
  const rock = noiseFrom(seed ^ 0x5bd1e995);
  const summits = plan.peaks.map((peak) => peak.x);
  const heights = new Float64Array(Math.ceil(plan.width) + 2 * BEYOND + 1);
  return heights.map((_, i) => {
    const x = i - BEYOND;
    const away = distanceToNearest(summits, x);
    // Flanks are pushed left and right, but never as far as their own summit.
    const push =
      0.26 * rolling(noise, x / (grain * 0.75), 8.8) +
      0.2 * rolling(noise, x / (grain * 0.2), 3.1, 3);
    const shifted = x + clamp(push * roughness * grain, -0.6 * away, 0.6 * away);
    const outline = skeletonAt(nodes, shifted);
    // Rock is only ever carved away, and not at the summit itself.
    const buttress = 0.26 * (0.92 - ridged(rock, x / (grain * 0.9), 4.4));
    const tooth = 0.13 * (0.92 - ridged(rock, x / (grain * 0.3), 7.7));
    const chip = 0.05 * (0.6 - rolling(noise, x / (grain * 0.1), 1));
    const carved =
      buttress * smoothStep(0, grain * 0.6, away) +
      tooth * smoothStep(0, grain * 0.22, away) +
      chip * smoothStep(0, grain * 0.08, away);
    return outline - carved * roughness * (0.1 * amplitude + 0.78 * outline);
  });
}

function distanceToNearest(values: number[], x: number): number {
  let nearest = Infinity;
  for (const value of values) nearest = Math.min(nearest, Math.abs(value - x));
  return nearest;
}

/**
 * How high a range may stand at x without hiding a summit behind it: a gap in front of each
 * farther summit, steep enough to leave the range's own summits alone.
 */
export function ceilingOf({ clear = [], peaks }: TerrainPlan): (x: number) => number {
  const gaps = clear.map((far) => {
    const slopes = peaks.map(
      (peak) => (peak.height - far.height) / (Math.abs(peak.x - far.x) || 1),
    );
    return { ...far, slope: Math.max(0.8, ...slopes) };
  });
  return (x) => {
    let ceiling = Infinity;
    for (const gap of gaps) {
      ceiling = Math.min(ceiling, gap.height + gap.slope * Math.abs(x - gap.x));
    }
    return ceiling;
  };
}

/** Share of a rise that remains on the way down from a summit, 0 to 1. */
const RISE_LEFT = 0.2;

/**
 * On the way down from a summit the rock may step but hardly rise: a rise would look like another
 * movement. Its remainder sags by up to `deepest` pixels into a shoulder instead of a terrace.
 */
function flattenFalseSummits(heights: Float64Array, nodes: CrestNode[], deepest: number): void {
  for (const [i, node] of nodes.entries()) {
    if (!node.isSummit) continue;
    for (const foot of [nodes[i - 1], nodes[i + 1]]) {
      if (!foot) continue;
      const step = Math.sign(foot.x - node.x);
      const end = Math.round(foot.x) + BEYOND;
      let lowest = Infinity;
      let sag = 0;
      for (let at = Math.round(node.x) + BEYOND; at !== end + step; at += step) {
        const height = heights[at];
        if (height === undefined) break;
        lowest = Math.min(lowest, height);
        sag = clamp(height > lowest + 1 ? sag + 0.5 : sag - 0.5, 0, deepest);
        heights[at] = Math.min(height, lowest + (height - lowest) * RISE_LEFT - sag);
      }
    }
  }
}
