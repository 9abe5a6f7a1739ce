import { availableParallelism } from 'node:os';
import { createThreadPool, type ThreadPool } from '../../platform/process/thread-pool.ts';
import type { PicturePlan } from './plan-pictures.ts';
import type { StoredPicture } from './picture-files.ts';

/** Draws pictures on threads of their own. */
export type PictureThreads = ThreadPool<PicturePlan, StoredPicture>;

/** Creates them; none runs before the first picture. */
export function createPictureThreads(): PictureThreads {
  const script = new URL('./picture-thread.ts', import.meta.url);
  const threads = createThreadPool<PicturePlan, StoredPicture>(script, {
    maxThreads: availableParallelism(),
  });
  return { ...threads, run: async (plan) => toBuffers(await threads.run(plan)) };
}

/** Draws all pictures and passes each to `onReady` when it is finished. */
export async function drawInThreads(
  plans: PicturePlan[],
  onReady: (picture: StoredPicture) => Promise<void>,
): Promise<void> {
  const threads = createPictureThreads();
  const draw = async (plan: PicturePlan): Promise<void> => {
    const picture = await threads.run(plan).catch((cause: unknown) => {
      throw new Error(`Could not draw ${plan.file}`, { cause });
    });
    await onReady(picture);
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
