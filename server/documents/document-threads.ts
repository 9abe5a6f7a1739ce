import { availableParallelism } from 'node:os';
import { MAX_DOCUMENT_THREADS } from '../platform/database/database.ts';
import { type Connection } from '../platform/database/open-pool.ts';
import { DeliveryError, type SendWithDocuments } from '../platform/mail/mail-transport.ts';
import { createThreadPool } from '../platform/process/thread-pool.ts';
import type { EmailWithDocuments } from './send-with-documents.ts';
import type { OrderDrafts } from './store-documents.ts';

/**
 * Makes documents, and sends the mails that carry them, on threads of their own. So a PDF never comes near
 * the event loop: its garbage would be collected several times a second while calls of the shop wait.
 */
export interface DocumentThreads {
  /** Draws and stores an order's drafts, then queues its mail. */
  store(order: OrderDrafts): Promise<void>;
  deliver: SendWithDocuments;
  stop(): Promise<void>;
}

/** What the threads work with. */
export interface ThreadSettings {
  /** Each opens one to this database. */
  connection: Connection;
  /** Unset: mails are kept (mail-transport.ts). */
  smtpUrl: string | undefined;
}

/** What a thread is asked for. */
export type ThreadTask =
  | { work: 'store'; order: OrderDrafts }
  | { work: 'deliver'; mail: EmailWithDocuments };

/** Why a mail could not be delivered, in words that can go from thread to thread. */
export interface DeliveryFailure {
  message: string;
  permanent: boolean;
}

/** One thread fewer than there are processors: buyers come first, documents may lag (clarifications.md, Selling). */
const usualThreads = Math.min(Math.max(1, availableParallelism() - 1), MAX_DOCUMENT_THREADS);
/** Mail servers take their time; meanwhile a thread draws. As many as a process has jobs in hand (jobs.ts). */
const TASKS_PER_THREAD = 4;

export function createDocumentThreads(
  settings: ThreadSettings,
  threads: number = usualThreads,
): DocumentThreads {
  const script = new URL('./document-thread.ts', import.meta.url);
  const pool = createThreadPool<ThreadTask, DeliveryFailure | null>(script, {
    maxThreads: threads,
    tasksPerThread: TASKS_PER_THREAD,
    workerData: settings,
  });
  return {
    async store(order) {
      await pool.run({ work: 'store', order });
    },
    async deliver(message, attachments, mailId) {
      const mail = { message, attachments, mailId };
      const undelivered = await pool.run({ work: 'deliver', mail });
      if (undelivered !== null) throw new DeliveryError(undelivered.message, undelivered);
    },
    stop: () => pool.stop(),
  };
}
