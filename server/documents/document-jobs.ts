import type { Pool } from 'pg';
import type { RecurringJob, Task } from '../platform/jobs/job-runner.ts';
import type { LoadMonitor } from '../platform/process/load-monitor.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import type { FestivalContent } from '../programme/programme-format.ts';
import type { DocumentThreads } from './document-threads.ts';
import { type DocumentDeps, makeCancellation, makeDocuments } from './make-documents.ts';
import type { TaxTreatment } from './pdf/document-data.ts';
import { requeueLostDocuments } from './requeue-lost-documents.ts';
import { createTicketSigner } from '../orders/ticket-code.ts';

export interface DocumentJobDeps {
  pool: Pool;
  press: DocumentThreads;
  tokens: SignedTokens;
  taxTreatment: TaxTreatment;
  festival: () => FestivalContent;
  rush: LoadMonitor;
}

/** In ms: how long the documents of an order wait for the end of a rush (clarifications.md, Selling). */
const MAX_DELAY_MS = 20_000;

/** Looks for documents that no job will make. */
export const lostDocumentsJob: RecurringJob = {
  task: 'requeue-lost-documents',
  cron: '5,15,25,35,45,55 * * * *',
};

/** The tasks `make-documents` {orderId} and `make-cancellation` {invoiceId}; drawing is left to other threads. */
export function documentTasks(parts: DocumentJobDeps): Record<string, Task> {
  const signer = createTicketSigner(parts.tokens);
  const tools: DocumentDeps = {
    pool: parts.pool,
    press: parts.press,
    issuer: () => ({ festival: parts.festival(), tax: parts.taxTreatment, signer }),
  };
  return {
    'make-documents': async (payload, { dueAt }) => {
      await parts.rush.untilCalm(new Date(dueAt.getTime() + MAX_DELAY_MS));
      await makeDocuments(tools, Number(payload.orderId));
    },
    'make-cancellation': (payload) => makeCancellation(tools, Number(payload.invoiceId)),
    'requeue-lost-documents': async () => {
      await requeueLostDocuments(parts.pool);
    },
  };
}
