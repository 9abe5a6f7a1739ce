import { parentPort } from 'node:worker_threads';
import { lowerPriority } from '../platform/lower-priority.ts';
import type { WorkerAnswer } from '../platform/worker-pool.ts';
import type { BrochureData } from './brochure-data.ts';
import { drawBrochure } from './draw-brochure.ts';

lowerPriority();
// Draws brochures on a thread of its own; one message in, one out.
parentPort?.on('message', (data: BrochureData) => {
  drawBrochure(data).then(
    (output) => parentPort?.postMessage({ output } satisfies WorkerAnswer<Uint8Array>),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  );
});
