import { createThreadPool, type ThreadPool } from '../platform/process/thread-pool.ts';
import type { BrochureData } from './brochure-data.ts';

/** Draws brochures on threads of their own. */
export type BrochurePress = ThreadPool<BrochureData, Uint8Array>;

/** One thread unless told: nobody waits for a brochure as one waits for a ticket. */
export function createBrochurePress(maxThreads = 1): BrochurePress {
  return createThreadPool(new URL('./brochure-worker.ts', import.meta.url), { maxThreads });
}
