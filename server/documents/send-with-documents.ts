import type { Pool } from 'pg';
import type { EmailAttachment } from '../platform/mail/email.ts';
import type { Message, MailTransport } from '../platform/mail/mail-transport.ts';

/** A mail and the documents to attach. */
export interface EmailWithDocuments {
  message: Message;
  attachments: EmailAttachment[];
  mailId: number;
}

/**
 * Reads the documents and sends the mail with them. Takes about 5 ms of processor time, so it runs on a thread
 * (document-threads.ts). Throws DeliveryError as the transport does, any other error when a document is missing.
 */
export async function sendWithDocuments(
  pool: Pool,
  transport: MailTransport,
  { message, attachments, mailId }: EmailWithDocuments,
): Promise<void> {
  const { rows } = await pool.query<{ id: number; bytes: Buffer }>({
    name: 'read_documents',
    text: 'select id, bytes from document where id = any($1::bigint[])',
    values: [attachments.map(({ documentId }) => documentId)],
  });
  const bytesOf = new Map(rows.map(({ id, bytes }) => [id, bytes]));
  const withContent = attachments.map(({ documentId, ...named }) => {
    const content = bytesOf.get(documentId);
    if (content === undefined) throw new Error(`there is no document ${documentId}`);
    return { ...named, content };
  });
  await transport.send({ ...message, attachments: withContent }, mailId);
}
