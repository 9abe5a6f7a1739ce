import type { Pool } from 'pg';
import type { DocumentThreads } from '#server/documents/document-threads.ts';
import { storeDocuments, sendWithDocuments } from '#server/documents/store-documents.ts';
import { createStoringTransport } from '#server/platform/mail/mail-transport.ts';

/** Makes documents and mails without threads, over these connections. */
export function createWithoutThreads(pool: Pool): DocumentThreads {
  return {
    store: (order) => storeDocuments(pool, order),
    deliver: (message, attachments, mailId) =>
      sendWithDocuments(pool, createStoringTransport(pool), { message, attachments, mailId }),
    stop: () => Promise.resolve(),
  };
}
