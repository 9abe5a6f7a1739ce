import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { StartError } from '../errors.ts';
import type { FromWorker, ToWorker } from '../workers/worker-messages.ts';

export interface SupervisorOptions {
  /** The program each worker runs; it calls `beWorker`. */
  script: string;
  count: number;
  /** Told to each worker; has to survive JSON. */
  orders: unknown;
  /** Collects what all workers measured, as Prometheus reads it. */
  collectMetrics?: () => Promise<string>;
  log: Logger;
}

/** Several processes that answer on one port. */
export interface Supervisor {
  port: number;
  /** Replaces one worker after the other by a new one, so that somebody always answers. */
  renew(): Promise<void>;
  /** Lets them finish what they have in hand. */
  stop(): Promise<void>;
}

/** In ms: a worker that ends sooner than this did not get going; the pause before the next one grows. */
const MIN_UPTIME_MS = 10_000;
const MAX_RESTART_DELAY_MS = 30_000;

/**
 * Starts workers that share a port (node:cluster hands connections out in turn) and replaces those that
 * die. The first one starts alone: what keeps it from starting, StartError or not, is thrown. The others are
 * tried again, for it answers already.
 */
export async function superviseWorkers(options: SupervisorOptions): Promise<Supervisor> {
  const { log, count } = options;
  cluster.setupPrimary({ exec: options.script, args: [] });
  const workers = new Set<Worker>();
  let isStopping = false;
  let shortLives = 0;

  async function start(): Promise<number> {
    const worker = cluster.fork();
    const began = performance.now();
    const port = await untilOpen(worker, options);
    if (isStopping) worker.process.kill('SIGTERM');
    workers.add(worker);
    worker.once('exit', (code, signal) => {
      if (isStopping || !workers.delete(worker)) return;
      log.error(`Process ${worker.process.pid} ended (${signal ?? code}); another one is started.`);
      shortLives = performance.now() - began < MIN_UPTIME_MS ? shortLives + 1 : 0;
      void replace();
    });
    return port;
  }

  async function replace(): Promise<void> {
    if (shortLives > 0) await wait(Math.min(MAX_RESTART_DELAY_MS, 2 ** shortLives * 250));
    if (isStopping) return;
    await start().catch((error: unknown) => {
      log.error({ err: error }, 'A process could not be started; it is tried again');
      shortLives++;
      void replace();
    });
  }

  const port = await start();
  await Promise.all(Array.from({ length: count - 1 }, replace));
  return {
    port,
    async renew() {
      // those that are there now; the new ones join the same set
      for (const old of Array.from(workers)) {
        await start();
        if (!workers.delete(old)) continue;
        await end(old);
      }
    },
    async stop() {
      isStopping = true;
      const left = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      await Promise.all(left.map(end));
    },
  };
}

/** Serves the worker from its first word; resolves with its port when it answers requests. */
function untilOpen(worker: Worker, options: SupervisorOptions): Promise<number> {
  const tell = (message: ToWorker<unknown>): void => {
    if (worker.isConnected()) worker.send(message);
  };
  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      switch (message.type) {
        case 'here':
          return tell({ type: 'open', orders: options.orders });
        case 'open':
          return resolve(message.port);
        case 'refused':
          return reject(new StartError(message.text));
        // in the order in which connections are sent: the last one has been refused by then and comes back
        case 'leaving':
          return tell({ type: 'left' });
        case 'metrics-wanted': {
          const collected = options.collectMetrics?.() ?? Promise.resolve(undefined);
          void collected
            .catch(() => undefined)
            .then((text) => tell({ type: 'metrics', id: message.id, text }));
        }
      }
    });
    worker.once('exit', (code, signal) =>
      reject(new Error(`a process ended before it was open (${signal ?? code})`)),
    );
  });
}

async function end(worker: Worker): Promise<void> {
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  if (worker.isDead()) return;
  worker.process.kill('SIGTERM');
  await ended;
}
