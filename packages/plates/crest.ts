import { clamp, mix, smoothStep, noiseFrom, ridged, rolling, randomFrom } from './math.ts';

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

/** A summit before the rock is carved. */
export interface Peak {
  /** Pixels from the left edge of the plate. */
  x: number;
  /** Pixels above the base of the range. */
  height: number;
  /** 0 a dome, 1 a spire. */
  sharpness: number;
}

/** Summits and the saddles between them, alternating, from left to right. */
interface CrestNode extends Peak {
  isSummit: boolean;
  /** How far the flanks left and right of a summit are stepped into shoulders, -1 to 1. */
  shoulders: [left: number, right: number];
}

/** Half the width of a mountain that stands alone, in pixels. */
function halfWidth(peak: Peak): number {
  return peak.height * mix(1.35, 0.8, peak.sharpness);
}

/**
 * The outline of a range. Between two summits there is always a saddle, the deeper the more room
 * there is, and never less deep than the eye needs to tell two movements apart.
 */
function crestNodes(plan: {
  width: number;
  peaks: Peak[];
  floor: number;
  seed: number;
}): CrestNode[] {
  const random = randomFrom(plan.seed ^ 0x2545f491);
  const { peaks, floor } = plan;
  const first = peaks[0];
  const last = peaks.at(-1);

  if (!first || !last) return [ground(-plan.width, floor), ground(plan.width * 2, floor)];
  const nodes: CrestNode[] = [ground(first.x - halfWidth(first) * 1.25, floor)];
  for (const [i, peak] of peaks.entries()) {
    nodes.push({ ...peak, isSummit: true, shoulders: [random() * 2 - 1, random() * 2 - 1] });
    const next = peaks[i + 1];
    if (next) nodes.push(...between(peak, next, floor, random()));
  }
  nodes.push(ground(last.x + halfWidth(last) * 1.25, floor));
  return nodes;
}

/** A saddle, or a valley where two mountains stand far apart. */
function between(left: Peak, right: Peak, floor: number, chance: number): CrestNode[] {
  const gap = right.x - left.x;
  const wide = halfWidth(left) + halfWidth(right);
  if (gap > wide * 1.4) {
    return [
      ground(left.x + halfWidth(left) * 1.25, floor),
      ground(right.x - halfWidth(right) * 1.25, floor),
    ];
  }
  const lower = Math.min(left.height, right.height);
  const notch = clamp((0.42 * gap) / Math.max(1, lower), 0.1, 0.3);
  const height = clamp(lower * (1 - gap / wide), lower * (1 - 2 * notch), lower * (1 - notch));
  const share = clamp(halfWidth(left) / wide, 0.28, 0.72) + (chance - 0.5) * 0.12;
  return [ground(left.x + gap * share, height)];
}

function ground(x: number, height: number): CrestNode {
  return { x, height, sharpness: 0, isSummit: false, shoulders: [0, 0] };
}

/** Height of the outline at x, in pixels. */
function skeletonAt(nodes: CrestNode[], x: number): number {
  const first = nodes[0];
  const last = nodes.at(-1);
  if (!first || !last) return 0;
  if (x <= first.x) return first.height;
  if (x >= last.x) return last.height;
  let low = 0;
  let high = nodes.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.x ?? 0) <= x) low = middle;
    else high = middle;
  }
  const left = nodes[low] ?? first;
  const right = nodes[high] ?? last;
  const [top, foot] = left.isSummit ? [left, right] : [right, left];
  const shoulder = top.shoulders[foot.x < top.x ? 0 : 1];
  const share = flank(shareDown(top, foot, x), top.sharpness, shoulder);
  return foot.height + (top.height - foot.height) * share;
}

/** 0 at the summit, 1 at the saddle. */
function shareDown(top: CrestNode, foot: CrestNode, x: number): number {
  return clamp((x - top.x) / (foot.x - top.x || 1));
}

/** The profile of a flank, 1 to 0: concave for a spire, an S for a dome, stepped by shoulders. */
function flank(share: number, sharpness: number, shoulder: number): number {
  const stepped = share + 0.1 * shoulder * Math.sin(2 * Math.PI * share) * (1 - share);
  const spire = Math.pow(1 - stepped, 1.12);
  const dome = 0.5 + 0.5 * Math.cos(Math.PI * Math.pow(stepped, 0.92));
  return mix(dome, spire, sharpness);
}
