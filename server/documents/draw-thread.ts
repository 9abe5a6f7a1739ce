import { createThreadPool } from '../platform/process/thread-pool.ts';
import type { PostalOrder } from './pdf/draw-postal-orders.ts';

/** Orders to print; at least one. */
export type PrintTask = [PostalOrder, ...PostalOrder[]];

const threads = createThreadPool<PrintTask, Uint8Array>(new URL(import.meta.url), {
  maxThreads: 1,
});

/** Draws address pages and tickets on a thread, which ends by itself: hundreds of pages would stop the shop. */
export async function drawOnDemand(orders: PrintTask): Promise<Uint8Array> {
  return await threads.run(orders);
}

/** Runs on a thread. Only there is the drawing code loaded. */
export default async function drawOrders(orders: PrintTask): Promise<Uint8Array> {
  const { drawPostalOrders } = await import('./pdf/draw-postal-orders.ts');
  return await drawPostalOrders(orders);
}
