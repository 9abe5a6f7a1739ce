import { createWorkerPool, type WorkerPool } from '../platform/worker-pool.ts';
import type { BrochureData } from './brochure-data.ts';

/** Draws brochures on threads of their own. */
export type BrochurePress = WorkerPool<BrochureData, Uint8Array>;

/** One thread unless told: nobody waits for a brochure as one waits for a ticket. */
export function createBrochurePress(threads = 1): BrochurePress {
  return createWorkerPool(new URL('./brochure-worker.ts', import.meta.url), threads);
}
