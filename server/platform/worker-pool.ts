import { Worker } from 'node:worker_threads';

/** Threads that do one kind of work, away from the event loop. */
export interface WorkerPool<Input, Output> {
  /** Waits for a free thread. Rejects with the error of the work, or when its thread died. */
  run(input: Input): Promise<Output>;
  stop(): Promise<void>;
}

/** What a thread is sent (be-thread.ts). */
export interface WorkerAsk {
  id: number;
  input: unknown;
}

/** What it answers to each. */
export type WorkerAnswer = { id: number } & ({ output: unknown } | { error: string });

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

interface PoolOptions {
  restMs?: number;
  /** What each thread is told when it starts. */
  workerData?: unknown;
  /** Works of one thread at a time: more than one if it also waits for others. */
  atOnce?: number;
}

/**
 * A pool of threads that run the script (be-thread.ts), started when needed; one without work keeps no
 * process alive and ends after `restMs`. Inputs and outputs are copied.
 */
export function createWorkerPool<Input, Output>(
  script: URL,
  size: number,
  { restMs = REST_MS, workerData, atOnce = 1 }: PoolOptions = {},
): WorkerPool<Input, Output> {
  /** In the order in which they last became free. */
  const hands: Hand<Input, Output>[] = [];
  const waiting: Task<Input, Output>[] = [];

  function next(): void {
    let hand: Hand<Input, Output> | undefined;
    while (waiting.length > 0 && (hand = findHand()) !== undefined) {
      hand.begin(waiting.shift() as Task<Input, Output>);
    }
  }

  /** One without work, the last to have rested; else a new one; else the one with the least work. */
  function findHand(): Hand<Input, Output> | undefined {
    const idle = hands.findLast((hand) => hand.load() === 0);
    if (idle !== undefined) return idle;
    if (hands.length < size) return start();
    const [least] = hands.toSorted((a, b) => a.load() - b.load());
    return least !== undefined && least.load() < atOnce ? least : undefined;
  }

  function start(): Hand<Input, Output> {
    const worker = new Worker(script, {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB },
    });
    const hand = employ<Input, Output>(worker, restMs, (isFree) => {
      if (hands.includes(hand)) hands.splice(hands.indexOf(hand), 1);
      if (isFree) hands.push(hand);
      next();
    });
    hands.push(hand);
    return hand;
  }

  return {
    run: (input) =>
      new Promise((resolve, reject) => {
        waiting.push({ input, resolve, reject });
        next();
      }),
    async stop() {
      await Promise.all(hands.map((hand) => hand.dismiss()));
    },
  };
}

/** A thread of the pool's, and what it works on. */
interface Hand<Input, Output> {
  begin(task: Task<Input, Output>): void;
  /** How many tasks it has. */
  load(): number;
  dismiss(): Promise<unknown>;
}

/** @param onChange it has done a task and can do others, or it can do no more */
function employ<Input, Output>(
  worker: Worker,
  restMs: number,
  onChange: (isFree: boolean) => void,
): Hand<Input, Output> {
  const tasks = new Map<number, Task<Input, Output>>();
  let begun = 0;
  let end: NodeJS.Timeout | undefined;

  /** What it was working on has failed. */
  function leave(error: Error): void {
    clearTimeout(end);
    const lost = [...tasks.values()];
    tasks.clear();
    for (const task of lost) task.reject(error);
    onChange(false);
  }

  function rest(): void {
    worker.unref();
    end = setTimeout(() => {
      onChange(false);
      void worker.terminate();
    }, restMs).unref();
  }

  worker.on('message', (answer: WorkerAnswer) => {
    const task = tasks.get(answer.id);
    tasks.delete(answer.id);
    if (tasks.size === 0) rest();
    if ('error' in answer) task?.reject(new Error(answer.error));
    else task?.resolve(answer.output as Output);
    onChange(true);
  });
  worker.once('error', leave);
  // one that died makes room for another
  worker.once('exit', (code) => leave(new Error(`a thread ended at work (code ${code})`)));

  return {
    begin(task) {
      clearTimeout(end);
      worker.ref();
      const id = begun++;
      tasks.set(id, task);
      worker.postMessage({ id, input: task.input } satisfies WorkerAsk);
    },
    load: () => tasks.size,
    dismiss: () => worker.terminate(),
  };
}
