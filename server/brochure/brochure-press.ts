import { createThreadPool, type ThreadPool } from '../platform/process/thread-pool.ts';
import type { BrochureData } from './brochure-data.ts';

/** Draws brochures on threads of their own. */
export type BrochureThreads = ThreadPool<BrochureData, Uint8Array>;

/** One thread unless told: nobody waits for a brochure as one waits for a ticket. */
export function createBrochureThreads(maxThreads = 1): BrochureThreads {
  return createThreadPool(new URL('./brochure-worker.ts', import.meta.url), { maxThreads });
}
