import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PicturePlan } from './plan-pictures.ts';
import type { StoredPicture } from './picture-files.ts';

/** Draws all these pictures on other threads and hands each over when it is ready. */
export async function drawAll(
  plans: PicturePlan[],
  onReady: (picture: StoredPicture) => Promise<void>,
): Promise<void> {
  const queue = [...plans];
  const threads = Math.min(queue.length, Math.max(1, availableParallelism()));
  await Promise.all(Array.from({ length: threads }, () => drawOnThread(queue, onReady)));
}

async function drawOnThread(
  queue: PicturePlan[],
  onReady: (picture: StoredPicture) => Promise<void>,
): Promise<void> {
  const worker = new Worker(new URL('./draw-worker.ts', import.meta.url));
  try {
    for (let plan = queue.shift(); plan !== undefined; plan = queue.shift()) {
      await onReady(await drawOne(worker, plan));
    }
  } finally {
    await worker.terminate();
  }
}

function drawOne(worker: Worker, plan: PicturePlan): Promise<StoredPicture> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      worker.off('message', onMessage);
      worker.off('error', onError);
    };
    const onMessage = (answer: { picture: StoredPicture } | { error: string }): void => {
      done();
      if ('error' in answer) reject(new Error(`${plan.file}: ${answer.error}`));
      else resolve(toBuffers(answer.picture));
    };
    const onError = (error: Error): void => {
      done();
      reject(error);
    };
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.postMessage(plan);
  });
}

/** Threads hand over plain bytes. */
function toBuffers(picture: StoredPicture): StoredPicture {
  const buffer = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes));
  return {
    ...picture,
    bytes: Buffer.from(picture.bytes),
    brotli: buffer(picture.brotli),
    gzip: buffer(picture.gzip),
  };
}
