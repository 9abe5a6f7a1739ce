import { availableParallelism } from 'node:os';
import { createWorkerPool, type WorkerPool } from '../../platform/worker-pool.ts';
import type { DocumentData } from './document-data.ts';

/** Draws documents on threads of their own. */
export type DocumentPress = WorkerPool<DocumentData, Uint8Array>;

/** One thread fewer than there are processors: buyers come first, documents may lag (decisions.md, Selling). */
export function createDocumentPress(
  threads: number = Math.max(1, availableParallelism() - 1),
): DocumentPress {
  return createWorkerPool(new URL('./document-worker.ts', import.meta.url), threads);
}
