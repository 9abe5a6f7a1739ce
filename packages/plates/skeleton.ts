import { clamp, mix } from './math.ts';
import { randomFrom } from './random.ts';

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
export interface CrestNode extends Peak {
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
export function crestNodes(plan: {
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
export function skeletonAt(nodes: CrestNode[], x: number): number {
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
