import { availableParallelism } from 'node:os';
import { MAX_DOCUMENT_THREADS } from '../platform/database/database.ts';
import { type Connection } from '../platform/database/open-pool.ts';
import { DeliveryError, type DeliverWithDocuments } from '../platform/mail/mail-transport.ts';
import { createThreadPool } from '../platform/process/thread-pool.ts';
import type { MailWithDocuments } from './send-with-documents.ts';
import type { DraftedOrder } from './store-documents.ts';

/**
 * Makes documents, and sends the mails that carry them, on threads of their own. So a PDF never comes near
 * the event loop: its garbage would be collected several times a second while calls of the shop wait.
 */
export interface DocumentPress {
  /** Draws and stores an order's drafts, then queues its mail. */
  store(order: DraftedOrder): Promise<void>;
  deliver: DeliverWithDocuments;
  stop(): Promise<void>;
}

/** What the threads work with. */
export interface PressSettings {
  /** Each opens one to this database. */
  connection: Connection;
  /** Unset: mails are kept (mail-transport.ts). */
  smtpUrl: string | undefined;
}

/** What a thread is asked for. */
export type PressWork =
  | { work: 'store'; order: DraftedOrder }
  | { work: 'deliver'; mail: MailWithDocuments };

/** Why a mail could not be delivered, in words that can go from thread to thread. */
export interface Undelivered {
  message: string;
  permanent: boolean;
}

/** One thread fewer than there are processors: buyers come first, documents may lag (clarifications.md, Selling). */
const usualThreads = Math.min(Math.max(1, availableParallelism() - 1), MAX_DOCUMENT_THREADS);
/** Mail servers take their time; meanwhile a thread draws. As many as a process has jobs in hand (jobs.ts). */
const worksAtOnce = 4;

export function createDocumentPress(
  settings: PressSettings,
  threads: number = usualThreads,
): DocumentPress {
  const script = new URL('./document-thread.ts', import.meta.url);
  const pool = createThreadPool<PressWork, Undelivered | null>(script, {
    maxThreads: threads,
    tasksPerThread: worksAtOnce,
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
