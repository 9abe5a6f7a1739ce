import { createThreadPool, type ThreadPool } from '../platform/process/thread-pool.ts';
import type { BrochureData } from './brochure-data.ts';

/** Draws brochures on threads of their own. */
export type BrochureThreads = ThreadPool<BrochureData, Uint8Array>;

/** One thread by default: a brochure can wait, a ticket cannot. */
export function createBrochureThreads(maxThreads = 1): BrochureThreads {
  return createThreadPool(new URL(import.meta.url), { maxThreads });
}

/** Runs on a thread. Only there is the drawing code loaded. */
export default async function drawOnThread(data: BrochureData): Promise<Uint8Array> {
  const { drawBrochure } = await import('./draw-brochure.ts');
  return await drawBrochure(data);
}
