import { HOLD_WARNING_MINUTES } from '#contract/constants.ts';

/** `ending`: two minutes or less before the end (clarifications.md, Selling). */
export type HoldPhase = 'none' | 'running' | 'ending' | 'ended';

/** Where a hold stands at `now` (milliseconds). `end` is null for a cart without tickets. */
export function holdPhase(end: string | null, now: number): HoldPhase {
  if (end === null) return 'none';
  const left = new Date(end).getTime() - now;
  if (left <= 0) return 'ended';
  return left <= HOLD_WARNING_MINUTES * 60_000 ? 'ending' : 'running';
}

/** Milliseconds until the phase changes next; null when it stays. */
export function untilNextPhase(end: string | null, now: number): number | null {
  const phase = holdPhase(end, now);
  if (end === null || phase === 'none' || phase === 'ended') return null;
  const left = new Date(end).getTime() - now;
  return phase === 'ending' ? left : left - HOLD_WARNING_MINUTES * 60_000;
}
