import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

/** Threads for one kind of task, away from the event loop. */
export interface ThreadPool<Input, Output> {
  /** Input and output are copied. Rejects with the error of the task, or when its thread dies. */
  run(input: Input): Promise<Output>;
  /** Ends all threads; tasks that are not done reject. */
  stop(): Promise<void>;
}

export interface ThreadPoolOptions {
  maxThreads: number;
  /** More than one if tasks also wait for I/O. */
  tasksPerThread?: number;
  /** `workerData` of each thread. */
  workerData?: unknown;
  idleTimeoutMs?: number;
}

/** A thread holds memory (fonts, plates); its start takes some 200 ms. */
const IDLE_TIMEOUT_MS = 10_000;
const RESOURCE_LIMITS = {
  // V8 takes ten times as much for short-lived objects if allowed, and does not return it; tasks are as fast
  maxYoungGenerationSizeMb: 16,
  // far above what any task needs; a lower limit makes V8 collect sooner
  maxOldGenerationSizeMb: 256,
};
/** The lowest priority. On systems other than Linux it would apply to the whole process. */
const NICE_INCREMENT = process.platform === 'linux' ? 19 : 0;

/** A pool of threads, started when needed, that call the script's default export for each task. */
export function createThreadPool<Input, Output>(
  script: URL,
  {
    maxThreads,
    tasksPerThread = 1,
    workerData,
    idleTimeoutMs = IDLE_TIMEOUT_MS,
  }: ThreadPoolOptions,
): ThreadPool<Input, Output> {
  const pool = new Piscina<Input, Output>({
    minThreads: 0,
    maxThreads,
    concurrentTasksPerWorker: tasksPerThread,
    idleTimeout: idleTimeoutMs,
    resourceLimits: RESOURCE_LIMITS,
    niceIncrement: NICE_INCREMENT,
    workerData,
    stricterFIFO: true,
    // timers of a waiting thread run: idle connections close
    atomics: 'disabled',
  });
  // Not an option of the pool: a script that cannot be loaded then fails its task, not its thread.
  const filename = fileURLToPath(script);
  const run = (input: Input): Promise<Output> => pool.run(input, { filename });
  // Without a listener, a thread that fails without a task would end the process; tasks waiting for it must fail.
  pool.on('error', () => {
    if (pool.queueSize > 0) void pool.destroy();
  });
  pool.on('workerDestroy', () => queueMicrotask(() => startIfNeeded(pool, filename)));
  return { run, stop: () => pool.destroy() };
}

/** With `minThreads: 0`, only a new task replaces a dead thread: this one is aborted at once. */
function startIfNeeded(pool: Piscina, filename: string): void {
  if (pool.queueSize === 0) return;
  const abort = new AbortController();
  pool.run(undefined, { filename, signal: abort.signal }).catch(() => undefined);
  abort.abort();
}
