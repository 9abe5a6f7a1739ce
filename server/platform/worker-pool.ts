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

/**
 * A pool of threads that run the script, started when first needed and kept; an idle one keeps no process
 * alive. Inputs and outputs are copied.
 */
export function createWorkerPool<Input, Output>(
  script: URL,
  size: number,
): WorkerPool<Input, Output> {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: Task<Input, Output>[] = [];

  function next(): void {
    const worker = idle.pop() ?? (all.size < size ? start() : undefined);
    const task = worker === undefined ? undefined : waiting.shift();
    if (worker === undefined) return;
    if (task === undefined) return void idle.push(worker);
    work(worker, task);
  }

  function start(): Worker {
    const worker = new Worker(script);
    all.add(worker);
    worker.once('exit', () => {
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
      // one that died makes room for another
      if (waiting.length > 0) next();
    });
    return worker;
  }

  function work(worker: Worker, task: Task<Input, Output>): void {
    const settle = (done: () => void): void => {
      worker.removeAllListeners('message');
      worker.removeAllListeners('error');
      worker.off('exit', onExit);
      worker.unref();
      done();
      if (waiting.length > 0) next();
    };
    const onExit = (code: number): void =>
      settle(() => task.reject(new Error(`a thread ended at work (code ${code})`)));
    worker.ref();
    worker.once('message', (answer: WorkerAnswer<Output>) => {
      idle.push(worker);
      settle(() => {
        if ('error' in answer) task.reject(new Error(answer.error));
        else task.resolve(answer.output);
      });
    });
    worker.once('error', (error: Error) => settle(() => task.reject(error)));
    worker.once('exit', onExit);
    worker.postMessage(task.input);
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
