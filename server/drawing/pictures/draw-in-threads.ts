import { availableParallelism } from 'node:os';
import { createThreadPool } from '../../platform/process/thread-pool.ts';
import type { PicturePlan } from './plan-pictures.ts';
import type { StoredPicture } from './picture-files.ts';

/** Draws all pictures on threads and passes each to `onReady` when it is finished. */
export async function drawInThreads(
  plans: PicturePlan[],
  onReady: (picture: StoredPicture) => Promise<void>,
): Promise<void> {
  const script = new URL('./picture-thread.ts', import.meta.url);
  const threads = createThreadPool<PicturePlan, StoredPicture>(script, {
    maxThreads: availableParallelism(),
  });
  const draw = async (plan: PicturePlan): Promise<void> => {
    const picture = await threads.run(plan).catch((cause: unknown) => {
      throw new Error(`Could not draw ${plan.file}`, { cause });
    });
    await onReady(toBuffers(picture));
  };
  try {
    await Promise.all(plans.map(draw));
  } finally {
    await threads.stop();
  }
}

/** Threads return Uint8Arrays. */
function toBuffers(picture: StoredPicture): StoredPicture {
  const buffer = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes));
  return {
    ...picture,
    bytes: Buffer.from(picture.bytes),
    brotli: buffer(picture.brotli),
    gzip: buffer(picture.gzip),
  };
}
