import type { Pool } from 'pg';
import type { RecurringJob, Task } from '../platform/jobs/job-runner.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import type { FestivalContent } from '../programme/programme-format.ts';
import type { DocumentThreads } from './document-threads.ts';
import { type DocumentDeps, createCancellation, createDocuments } from './create-documents.ts';
import type { TaxTreatment } from './pdf/document-data.ts';
import { requeueLostDocuments } from './requeue-lost-documents.ts';
import { createTicketSigner } from '../orders/ticket-code.ts';

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
  const signer = createTicketSigner(deps.tokens);
  const documentDeps: DocumentDeps = {
    pool,
    threads,
    issuer: () => ({ festival: deps.festival(), tax: deps.taxTreatment, signer }),
  };
  return {
    'make-documents': (payload) => createDocuments(documentDeps, Number(payload.orderId)),
    'make-cancellation': (payload) => createCancellation(documentDeps, Number(payload.invoiceId)),
    'requeue-lost-documents': async () => {
      await requeueLostDocuments(pool);
    },
  };
}
