import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { StartError } from '../errors.ts';
import type { FromWorker, ToWorker } from './worker-channel.ts';

export interface SupervisorOptions {
  /** The program of each worker; it calls `runWorker`. */
  script: string;
  count: number;
  /** Sent to each worker as JSON. */
  settings: unknown;
  /** Collects the metrics of all workers in Prometheus' format. */
  collectMetrics?: () => Promise<string>;
  log: Logger;
}

/** Several processes that respond on one port. */
export interface Supervisor {
  port: number;
  /** Replaces the workers one by one, so that some always respond. */
  renew(): Promise<void>;
  /** Lets workers finish the requests in progress. */
  stop(): Promise<void>;
}

/** A worker that ends sooner than this has failed to start; the delay before the next one grows. */
const MIN_UPTIME_MS = 10_000;
const MAX_RESTART_DELAY_MS = 30_000;

/**
 * Starts workers that share a port (they accept from one socket, decision 9) and replaces those that end. The first
 * one starts alone, and its error is thrown, StartError or not. The others are retried: the shop already responds.
 */
export async function superviseWorkers(options: SupervisorOptions): Promise<Supervisor> {
  const { log, count } = options;
  // Round-robin, the default, passes connections to workers and loses those that a killed one has not confirmed: their
  // clients would wait in vain.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: options.script, args: [] });
  const workers = new Set<Worker>();
  let isStopping = false;
  let failedStarts = 0;

  async function start(): Promise<number> {
    const worker = cluster.fork();
    const startedAt = performance.now();
    const port = await waitUntilOpen(worker, options);
    if (isStopping) worker.process.kill('SIGTERM');
    workers.add(worker);
    worker.once('exit', (code, signal) => {
      if (isStopping || !workers.delete(worker)) return;
      log.error(`Process ${worker.process.pid} ended (${signal ?? code}); starting another one`);
      failedStarts = performance.now() - startedAt < MIN_UPTIME_MS ? failedStarts + 1 : 0;
      void replace();
    });
    return port;
  }

  async function replace(): Promise<void> {
    if (failedStarts > 0) await wait(Math.min(MAX_RESTART_DELAY_MS, 2 ** failedStarts * 250));
    if (isStopping) return;
    await start().catch((error: unknown) => {
      log.error({ err: error }, 'Could not start a process; retrying');
      failedStarts++;
      void replace();
    });
  }

  const port = await start();
  await Promise.all(Array.from({ length: count - 1 }, replace));
  return {
    port,
    async renew() {
      // a copy: the new ones join the same set
      for (const old of Array.from(workers)) {
        await start();
        if (!workers.delete(old)) continue;
        await endWorker(old);
      }
    },
    async stop() {
      isStopping = true;
      const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      await Promise.all(running.map(endWorker));
    },
  };
}

/** Handles the worker's messages; resolves with its port when it responds to requests. */
function waitUntilOpen(worker: Worker, options: SupervisorOptions): Promise<number> {
  const send = (message: ToWorker<unknown>): void => {
    if (worker.isConnected()) worker.send(message);
  };
  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      switch (message.type) {
        case 'here':
          return send({ type: 'open', settings: options.settings });
        case 'open':
          return resolve(message.port);
        case 'refused':
          return reject(new StartError(message.text));
        case 'metrics-wanted': {
          const collected = options.collectMetrics?.() ?? Promise.resolve(undefined);
          void collected
            .catch(() => undefined)
            .then((text) => send({ type: 'metrics', id: message.id, text }));
        }
      }
    });
    worker.once('exit', (code, signal) =>
      reject(new Error(`a process ended before it responded (${signal ?? code})`)),
    );
  });
}

async function endWorker(worker: Worker): Promise<void> {
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  if (worker.isDead()) return;
  worker.process.kill('SIGTERM');
  await ended;
}
