import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { RecurringJob, Task } from '../platform/jobs/job-runner.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import type { FestivalContent } from '../programme/programme-format.ts';
import type { DocumentThreads } from './document-threads.ts';
import { createCancellation, createDocuments, type DocumentDeps } from './create-documents.ts';
import type { TaxTreatment } from './pdf/document-data.ts';
import { createTicketSigner } from '../orders/ticket-code.ts';

/** Buyers have priority: for so long, a new order's documents wait while the process is busy selling. */
const MAX_WAIT_MS = 20_000;

/** The dependencies of the document jobs. */
export interface DocumentJobDeps {
  pool: Pool;
  threads: DocumentThreads;
  tokens: SignedTokens;
  taxTreatment: TaxTreatment;
  festival: () => FestivalContent;
}

/** Enqueues the documents of orders that have none and no pending job. */
export const lostDocumentsJob: RecurringJob = {
  task: 'requeue-lost-documents',
  cron: '5,15,25,35,45,55 * * * *',
};

/** The tasks `make-documents` {orderId} and `make-cancellation` {invoiceId}; threads do the drawing. */
export function documentTasks(
  deps: DocumentJobDeps,
): Record<string, Task> & { 'make-documents': Task } {
  const { pool, threads } = deps;
  const untilIdle = createIdleWait();
  const signer = createTicketSigner(deps.tokens);
  const documentDeps: DocumentDeps = {
    pool,
    threads,
    issuer: () => ({ festival: deps.festival(), tax: deps.taxTreatment, signer }),
  };
  return {
    'make-documents': async (payload, { dueAt }) => {
      await untilIdle(dueAt.getTime() + MAX_WAIT_MS);
      await createDocuments(documentDeps, Number(payload.orderId));
    },
    'make-cancellation': (payload) => createCancellation(documentDeps, Number(payload.invoiceId)),
    'requeue-lost-documents': async () => {
      await requeueLostDocuments(pool);
    },
  };
}

/**
 * Enqueues the job again for orders and cancellations of the last days that lack documents and have no pending
 * job: the queue was emptied, or a process was killed at every attempt. Returns how many it enqueued.
 */
export async function requeueLostDocuments(pool: Pool): Promise<number> {
  const orders = await pool.query<{ count: number }>(
    `select count(*) filter (where enqueue_documents(o.id, p_if_lost => true))::integer as count
     from orders o join checkout c on c.id = o.checkout_id
     where ${isRecent('o.created_at')}
       and ((select count(*) from document d
             where d.order_id = o.id and d.kind in ('invoice', 'confirmation')) < 2
         or (c.delivery_method = 'onlineticket' and exists (
             select from ticket t where t.order_id = o.id and t.voided_at is null
               and not exists (select from document d where d.ticket_id = t.id))))`,
  );
  const cancellations = await pool.query<{ count: number }>(
    `select count(*) filter (where enqueue_cancellation(i.id, p_if_lost => true))::integer as count
     from invoice i
     where i.series = 'cancellation' and ${isRecent('i.issued_at')}
       and not exists (select from document d where d.invoice_id = i.id and d.kind = 'cancellation')`,
  );
  return (orders.rows[0]?.count ?? 0) + (cancellations.rows[0]?.count ?? 0);
}

/** Older than 10 minutes, so that a job that is merely slow is left alone. */
function isRecent(moment: string): string {
  return `${moment} between now() - interval '7 days' and now() - interval '10 minutes'`;
}

/** The span over which the load is measured, in milliseconds. */
const SPAN_MS = 250;
/** From this share of its time on, the event loop is busy: in a rush it is 1, in a busy hour 0.3. */
const MIN_BUSY_SHARE = 0.8;

/** Creates a function that waits while this process's event loop is busy, at most until a time. */
export function createIdleWait(): (latest: number) => Promise<void> {
  let since = performance.eventLoopUtilization();
  let measuredAt = performance.now();
  let isBusy = false;
  const measure = (): boolean => {
    if (performance.now() - measuredAt < SPAN_MS) return isBusy;
    isBusy = performance.eventLoopUtilization(since).utilization >= MIN_BUSY_SHARE;
    since = performance.eventLoopUtilization();
    measuredAt = performance.now();
    return isBusy;
  };
  return async (latest) => {
    while (measure() && Date.now() < latest) await wait(SPAN_MS);
  };
}
