import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { createPaidOrder } from '#test/orders.ts';
import { startSmtp, type TestSmtp } from '#test/smtp.ts';
import type { EmailAttachment } from '../platform/mail/email.ts';
import { createSignedTokens } from '../platform/security/signed-tokens.ts';
import { loadFestival } from '../programme/festival-content.ts';
import { createDocumentThreads, type DocumentThreads } from './document-threads.ts';
import { listDocumentsOfOrder, toAttachment } from './find-document.ts';
import { createDocuments } from './document-jobs.ts';
import { createTicketSigner } from '../orders/ticket-code.ts';

const database = await createTestDatabase('demo');
const { pool } = database;
const festival = (await loadFestival(pool)).content();
const signer = createTicketSigner(createSignedTokens('a secret of thirty-two characters!'));

const message = {
  messageId: '<1@festival.example>',
  from: 'karten@festival.example',
  to: 'clara@example.org',
  subject: 'Ihre Karten',
  text: 'Grüß Gott',
};
let attachments: EmailAttachment[] = [];

/** One document thread and the mail server it sends to. */
async function open(): Promise<{ threads: DocumentThreads; smtp: TestSmtp }> {
  const smtp = await startSmtp();
  const { connection } = database;
  const threads = createDocumentThreads({ connection, smtpUrl: smtp.url }, 1);
  onTestFinished(() => threads.stop());
  return { threads, smtp };
}

beforeAll(async () => {
  const { orderId } = await createPaidOrder(database, { lines: [['fuenf-winde', 'full', 2]] });
  const issuer = () => ({ festival, tax: 'exempt' as const, signer });
  const threads = createDocumentThreads({ connection: database.connection, smtpUrl: undefined }, 1);
  await createDocuments({ pool, threads, mailsPerMinute: 120, issuer }, orderId);
  await threads.stop();
  attachments = (await listDocumentsOfOrder(pool, orderId)).map(toAttachment);
});

describe('a mail with documents, sent from their thread', () => {
  it('carries them byte for byte', async () => {
    const { threads, smtp } = await open();
    await threads.deliver(message, attachments, 1);
    const sent = smtp.received.at(-1)?.attachments ?? [];
    expect(sent.map(({ filename }) => filename)).toEqual(attachments.map((one) => one.filename));
    const { rows } = await pool.query<{ bytes: Buffer }>(
      'select bytes from document d join unnest($1::bigint[]) with ordinality o(id, n) using (id) order by n',
      [attachments.map(({ documentId }) => documentId)],
    );
    expect(rows).toHaveLength(4);
    expect(sent.map((each) => Buffer.from(each.content as ArrayBuffer))).toEqual(
      rows.map(({ bytes }) => bytes),
    );
  });

  it.each([
    ['550 5.1.1 no such user', true],
    ['451 4.3.0 try again', false],
  ])('refused with %s: whether for good is known here, too', async (response, isPermanent) => {
    const { threads, smtp } = await open();
    smtp.refuseWith('RCPT', response);
    await expect(threads.deliver(message, attachments, 1)).rejects.toMatchObject({
      name: 'DeliveryError',
      isPermanent,
    });
  });

  it('is not sent without one of them', async () => {
    const { threads, smtp } = await open();
    const missing = { filename: 'Karte.pdf', contentType: 'application/pdf', documentId: 999_999 };
    await expect(threads.deliver(message, [...attachments, missing], 1)).rejects.toThrow(
      'there is no document 999999',
    );
    expect(smtp.received).toHaveLength(0);
  });

  it('several are sent concurrently while a server is slow', async () => {
    const { threads, smtp } = await open();
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    smtp.beforeAnswer = async () => {
      if (++waiting === 2) both.resolve();
      await both.promise;
    };
    await Promise.all([1, 2].map((mailId) => threads.deliver(message, attachments, mailId)));
    expect(waiting).toBe(2);
  });
});
