import { Worker } from 'node:worker_threads';

/** Threads that do one kind of work, away from the event loop. */
export interface WorkerPool<Input, Output> {
  /** Waits for a free thread. Rejects with the error of the work, or when its thread died. */
  run(input: Input): Promise<Output>;
  stop(): Promise<void>;
}

/** What a worker's script answers to each message. */
export type WorkerAnswer<Output> = { output: Output } | { error: string };

interface Task<Input, Output> {
  input: Input;
  resolve: (output: Output) => void;
  reject: (error: Error) => void;
}

/** In ms: a thread without work ends after this; it holds memory (fonts, plates), its start takes some 200 ms. */
const REST_MS = 10_000;
/** In MB: room for short-lived things. V8 takes ten times as much if allowed and keeps it; work is as quick. */
const YOUNG_MB = 16;
/** In MB: far above what any work needs; the lower it is, the sooner V8 cleans up. */
const OLD_MB = 256;

/**
 * A pool of threads that run the script, started when needed; one without work keeps no process alive and
 * ends after `restMs`. Inputs and outputs are copied.
 */
export function createWorkerPool<Input, Output>(
  script: URL,
  size: number,
  restMs: number = REST_MS,
): WorkerPool<Input, Output> {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: Task<Input, Output>[] = [];
  const ends = new Map<Worker, NodeJS.Timeout>();

  function next(): void {
    if (waiting.length === 0) return;
    const worker = idle.pop() ?? (all.size < size ? start() : undefined);
    if (worker === undefined) return;
    clearTimeout(ends.get(worker));
    work(worker, waiting.shift() as Task<Input, Output>, (isFree) => {
      if (isFree) rest(worker);
      next();
    });
  }

  function start(): Worker {
    const worker = new Worker(script, {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB },
    });
    all.add(worker);
    worker.once('exit', () => {
      forget(worker);
      all.delete(worker);
      // one that died makes room for another
      next();
    });
    return worker;
  }

  function rest(worker: Worker): void {
    idle.push(worker);
    const end = (): void => {
      forget(worker);
      void worker.terminate();
    };
    ends.set(worker, setTimeout(end, restMs).unref());
  }

  /** Gives it no more work; it may still be ending. */
  function forget(worker: Worker): void {
    clearTimeout(ends.get(worker));
    ends.delete(worker);
    const at = idle.indexOf(worker);
    if (at >= 0) idle.splice(at, 1);
  }

  return {
    run: (input) =>
      new Promise((resolve, reject) => {
        waiting.push({ input, resolve, reject });
        next();
      }),
    async stop() {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

/** Lets the thread do one task; `done` is told whether it can do another. */
function work<Input, Output>(
  worker: Worker,
  task: Task<Input, Output>,
  done: (isFree: boolean) => void,
): void {
  const settle = (isFree: boolean, tell: () => void): void => {
    worker.removeAllListeners('message');
    worker.removeAllListeners('error');
    worker.off('exit', onExit);
    worker.unref();
    tell();
    done(isFree);
  };
  const onExit = (code: number): void =>
    settle(false, () => task.reject(new Error(`a thread ended at work (code ${code})`)));
  worker.ref();
  worker.once('message', (answer: WorkerAnswer<Output>) =>
    settle(true, () => {
      if ('error' in answer) task.reject(new Error(answer.error));
      else task.resolve(answer.output);
    }),
  );
  worker.once('error', (error: Error) => settle(false, () => task.reject(error)));
  worker.once('exit', onExit);
  worker.postMessage(task.input);
}
