import { parentPort } from 'node:worker_threads';
import { lowerPriority } from '../../platform/lower-priority.ts';
import type { WorkerAnswer } from '../../platform/worker-pool.ts';
import type { DocumentData } from './document-data.ts';
import { drawDocument } from './draw-document.ts';

lowerPriority();
// Draws documents on a thread of its own; one message in, one out.
parentPort?.on('message', (data: DocumentData) => {
  drawDocument(data).then(
    (output) => parentPort?.postMessage({ output } satisfies WorkerAnswer<Uint8Array>),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  );
});
