import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { createPaidOrder } from '#test/orders.ts';
import { hasPoppler, textOf } from '#test/pdf.ts';
import { mailKinds } from '../mail-kinds.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { createTicketSigner } from '../orders/ticket-code.ts';
import { inTransaction } from '../platform/database/database.ts';
import type { MailContext } from '../platform/mail/email.ts';
import { createSignedTokens } from '../platform/security/signed-tokens.ts';
import { loadFestival } from '../programme/festival-content.ts';
import { type DocumentDeps, createCancellation, createDocuments } from './document-jobs.ts';
import { createDocumentThreads } from './document-threads.ts';
import { getVoidTicketData } from './to-document-data.ts';

const database = await createTestDatabase('demo');
const { pool } = database;
const festival = (await loadFestival(pool)).content();
const tokens = createSignedTokens('a secret of thirty-two characters!');
const signer = createTicketSigner(tokens);
const threads = createDocumentThreads({ connection: database.connection, smtpUrl: undefined });
afterAll(() => threads.stop());
const deps: DocumentDeps = {
  pool,
  threads,
  mailsPerMinute: 120,
  issuer: () => ({ festival, tax: 'exempt', signer }),
};
const sender = { name: 'Marienfirn', tagline: '', addressLines: [], email: 'post@x.example' };
const context: MailContext = {
  pool,
  tokens,
  publicUrl: 'https://festival.example',
  recipient: 'clara@example.org',
  sender: { ...sender, siteUrl: '' },
};

const move = (days: number) =>
  pool.query(
    `update concert set starts_at = starts_at + make_interval(days => $1) where slug = 'fuenf-winde'`,
    [days],
  );

async function textOfDocument(orderId: number, kind: string): Promise<string> {
  const { rows } = await pool.query<{ bytes: Buffer }>(
    'select bytes from document where order_id = $1 and kind = $2',
    [orderId, kind],
  );
  return textOf(rows[0]?.bytes ?? Buffer.alloc(0)).replaceAll(/\s+/gu, ' ');
}

it.runIf(hasPoppler)('documents and mails after a move state the date that was sold', async () => {
  const { orderId } = await createPaidOrder(database, { lines: [['fuenf-winde', 'full', 2]] });
  await createDocuments(deps, orderId);
  const resend = async () =>
    (await mailKinds['order-confirmation']?.({ orderId }, 'de', context))?.sections?.[0]?.lines;
  const invoice = await textOfDocument(orderId, 'invoice');
  const soldOn = /\d\d?\. \p{L}+ \d{4}\D+\d\d\.\d\d/u.exec(invoice)?.[0];
  const { rows } = await pool.query<{ id: number }>('select id from ticket where order_id = $1', [
    orderId,
  ]);
  const ticketId = rows[0]?.id ?? 0;
  const sold = await getVoidTicketData(pool, festival, ticketId);
  const first = await resend();
  await move(80);
  const second = await resend();
  expect(second?.[0]).toBe(first?.[0]);
  expect(second?.join(' ')).toContain('Neu: ');
  expect(await getVoidTicketData(pool, festival, ticketId)).toEqual(sold);
  const invoiceId = await cancel(
    orderId,
    rows.map(({ id }) => id),
  );
  await createCancellation(deps, invoiceId);
  await move(-80);
  expect(soldOn).toBeDefined();
  expect(await textOfDocument(orderId, 'cancellation')).toContain(soldOn);
});

async function cancel(orderId: number, ticketIds: number[]): Promise<number> {
  return await inTransaction(pool, async (client) => {
    const refund = await client.query<{ id: number }>(
      `insert into refund (checkout_id, intent_id, amount_cents, reason)
       select checkout_id, 'pi_moved', 5200, 'office' from orders where id = $1 returning id`,
      [orderId],
    );
    await client.query(
      'update stock set sold = sold + 2 where product_id in (select product_id from ticket where order_id = $1)',
      [orderId],
    );
    await cancelOrder(client, {
      orderId,
      ticketIds,
      refundId: refund.rows[0]?.id ?? 0,
      cents: 5200,
    });
    const { rows } = await client.query<{ id: number }>(
      `select id from invoice where order_id = $1 and series = 'cancellation'`,
      [orderId],
    );
    return rows[0]?.id ?? 0;
  });
}
