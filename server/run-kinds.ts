import type { RunKind } from './runs/run-kind.ts';

/** Every kind of run by its name. */
export const runKinds: Record<string, RunKind> = {};
