import { availableParallelism } from 'node:os';
import { MAX_DOCUMENT_THREADS } from '../platform/database/database.ts';
import type { Connection } from '../platform/database/open-pool.ts';
import { DeliveryError, type SendWithDocuments } from '../platform/mail/mail-transport.ts';
import { MAX_JOBS, MAX_MAILS } from '../platform/jobs/job-runner.ts';
import { createThreadPool } from '../platform/process/thread-pool.ts';
import type { EmailWithDocuments, OrderDrafts } from './store-documents.ts';

/**
 * Creates documents, and sends the mails with them, on worker threads. On the main thread, garbage collection after
 * each PDF would pause calls of the shop several times a second (decision 6).
 */
export interface DocumentThreads {
  /** Draws and stores an order's drafts, then queues its mail. */
  store(order: OrderDrafts): Promise<void>;
  deliver: SendWithDocuments;
  stop(): Promise<void>;
}

/** Settings that every document thread gets when it starts. */
export interface ThreadSettings {
  /** Each thread opens one connection to this database. */
  connection: Connection;
  /** Unset: mails are stored, not sent (mail-transport.ts). */
  smtpUrl: string | undefined;
}

/** The task of a thread. */
export type ThreadTask =
  | { kind: 'store'; order: OrderDrafts }
  | { kind: 'deliver'; mail: EmailWithDocuments };

/** Why a mail could not be delivered; plain data, because a DeliveryError would lose its class between threads. */
export interface DeliveryFailure {
  message: string;
  isPermanent: boolean;
}

/** One thread fewer than processors: buyers have priority, documents may wait (product.md 12). */
const defaultThreads = Math.min(Math.max(1, availableParallelism() - 1), MAX_DOCUMENT_THREADS);
/** While mail servers are slow, a thread can draw. */
const MAX_TASKS_PER_THREAD = MAX_JOBS + MAX_MAILS;

/** Creates the threads; they start with the first task. */
export function createDocumentThreads(
  settings: ThreadSettings,
  threads: number = defaultThreads,
): DocumentThreads {
  const script = new URL('./document-thread.ts', import.meta.url);
  const pool = createThreadPool<ThreadTask, DeliveryFailure | null>(script, {
    maxThreads: threads,
    tasksPerThread: MAX_TASKS_PER_THREAD,
    workerData: settings,
  });
  return {
    async store(order) {
      await pool.run({ kind: 'store', order });
    },
    async deliver(message, attachments, mailId) {
      const mail = { message, attachments, mailId };
      const failure = await pool.run({ kind: 'deliver', mail });
      if (failure !== null) throw new DeliveryError(failure.message, failure);
    },
    stop: () => pool.stop(),
  };
}
