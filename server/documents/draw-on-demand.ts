import { createThreadPool } from '../platform/process/thread-pool.ts';
import type { VoidTicketData } from './pdf/document-data.ts';
import type { PersonalDataLetter } from './pdf/draw-personal-data.ts';
import type { PostalOrder } from './pdf/draw-postal-orders.ts';

/** A PDF that is not stored: orders to print, at least one, a void ticket, or what is stored about a person. */
export type DrawTask =
  | { kind: 'postal-orders'; orders: [PostalOrder, ...PostalOrder[]]; isSparing: boolean }
  | { kind: 'void-ticket'; ticket: VoidTicketData }
  | { kind: 'personal-data'; letter: PersonalDataLetter };

const threads = createThreadPool<DrawTask, Uint8Array>(new URL(import.meta.url), {
  // a visitor does not wait for hundreds of pages that the office prints
  maxThreads: 2,
});

/** Draws a PDF on a thread, which ends by itself: hundreds of pages would block the event loop. */
export async function drawOnDemand(task: DrawTask): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await threads.run(task));
}

/** Runs on a thread. Only there is the drawing code loaded. */
export default async function drawTask(task: DrawTask): Promise<Uint8Array> {
  if (task.kind === 'void-ticket') {
    const { drawVoidTicket } = await import('./pdf/draw-void-ticket.ts');
    return await drawVoidTicket(task.ticket);
  }
  if (task.kind === 'personal-data') {
    const { drawPersonalData } = await import('./pdf/draw-personal-data.ts');
    return await drawPersonalData(task.letter);
  }
  const { drawPostalOrders } = await import('./pdf/draw-postal-orders.ts');
  return await drawPostalOrders(task.orders, task.isSparing);
}
