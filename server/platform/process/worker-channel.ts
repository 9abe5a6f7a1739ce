import { StartError } from '../errors.ts';

/** Messages of a worker process to its supervisor. */
export type FromWorker =
  /** Runs and waits for its settings. */
  | { type: 'here' }
  /** Responds to requests on this port. */
  | { type: 'open'; port: number }
  /** Cannot start; one line for the operator. */
  | { type: 'refused'; text: string }
  /** Needs the metrics of all workers. */
  | { type: 'metrics-wanted'; id: number };

/** Messages of the supervisor to a worker process. */
export type ToWorker<Settings> =
  | { type: 'open'; settings: Settings }
  /** Undefined: they could not be collected. */
  | { type: 'metrics'; id: number; text: string | undefined };

/** Requests of a worker that the supervisor fulfils. */
export interface WorkerContext {
  /** Asks the supervisor for the metrics of all workers. */
  collectMetrics: () => Promise<string>;
}

/** Starts the work with the supervisor's settings; returns the port. */
export type StartWorker<Settings> = (settings: Settings, context: WorkerContext) => Promise<number>;

/**
 * Starts as the supervisor asks and reports the port. Reports a StartError, too, and then ends the process. A worker
 * ends by itself when its supervisor is gone (node:cluster).
 */
export function runWorker<Settings>(start: StartWorker<Settings>): void {
  const pending = new Map<number, (text: string | undefined) => void>();
  let lastId = 0;
  const context: WorkerContext = {
    async collectMetrics() {
      const id = ++lastId;
      const text = await new Promise<string | undefined>((resolve) => {
        pending.set(id, resolve);
        send({ type: 'metrics-wanted', id });
      });
      if (text === undefined) throw new Error('another process did not send its metrics in time');
      return text;
    },
  };
  const startAndReport = async (settings: Settings): Promise<void> => {
    try {
      send({ type: 'open', port: await start(settings, context) });
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      process.send?.({ type: 'refused', text: error.message } satisfies FromWorker, () =>
        process.exit(1),
      );
    }
  };
  process.on('message', (message: ToWorker<Settings>) => {
    if (message.type === 'open') void startAndReport(message.settings);
    else {
      pending.get(message.id)?.(message.text);
      pending.delete(message.id);
    }
  });
  send({ type: 'here' });
}

function send(message: FromWorker): void {
  process.send?.(message);
}
