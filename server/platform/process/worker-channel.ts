import { StartError } from '../errors.ts';
import type { FromWorker, ToWorker } from '../workers/worker-messages.ts';

/** The life of a worker, as its supervisor wants it; it ends by itself when that one is gone. */
export interface WorkerContext {
  /** Asks the supervisor for the metrics of all workers. */
  collectMetrics: () => Promise<string>;
  /**
   * To be waited for after the server was closed and before the process ends: a connection that was on its way here
   * has been given to another process then. Else it would be lost, and who opened it would wait for nothing.
   */
  leave: () => Promise<void>;
}

/** Opens a worker as ordered; gives the port. */
export type OpenWorker<Orders> = (orders: Orders, life: WorkerContext) => Promise<number>;

/**
 * Opens as the supervisor orders and tells it the port. What keeps it from opening is told, too, and the
 * process ends.
 */
export function runWorker<Orders>(open: OpenWorker<Orders>): void {
  const asked = new Map<number, (text: string | undefined) => void>();
  let questions = 0;
  let left = (): void => undefined;
  const life: WorkerContext = {
    async collectMetrics() {
      const id = ++questions;
      const text = await new Promise<string | undefined>((resolve) => {
        asked.set(id, resolve);
        tell({ type: 'metrics-wanted', id });
      });
      if (text === undefined) throw new Error('another process did not tell its metrics in time');
      return text;
    },
    async leave() {
      if (!process.connected) return;
      await new Promise<void>((resolve) => {
        left = resolve;
        process.once('disconnect', resolve);
        tell({ type: 'leaving' });
      });
    },
  };
  const openAndTell = async (orders: Orders): Promise<void> => {
    try {
      tell({ type: 'open', port: await open(orders, life) });
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      process.send?.({ type: 'refused', text: error.message } satisfies FromWorker, () =>
        process.exit(1),
      );
    }
  };
  process.on('message', (message: ToWorker<Orders>) => {
    if (message.type === 'open') void openAndTell(message.orders);
    else if (message.type === 'left') left();
    else {
      asked.get(message.id)?.(message.text);
      asked.delete(message.id);
    }
  });
  tell({ type: 'here' });
}

function tell(message: FromWorker): void {
  process.send?.(message);
}
