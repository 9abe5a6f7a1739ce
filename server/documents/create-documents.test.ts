import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { createPaidOrder, type OrderOptions } from '#test/orders.ts';
import { hasPoppler, textOf } from '#test/pdf.ts';
import type { MailContext } from '../platform/mail/email.ts';
import { createSignedTokens } from '../platform/security/signed-tokens.ts';
import { inTransaction } from '../platform/database/database.ts';
import { loadFestival } from '../programme/festival-content.ts';
import type { FestivalContent } from '../programme/programme-format.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { createDocumentThreads } from './document-threads.ts';
import { erasePersonalData } from '../people/personal-data.ts';
import { findDocument } from './find-document.ts';
import { findWholeOrder } from './find-whole-order.ts';
import { toTicketData } from './to-document-data.ts';
import { mailKinds } from '../mail-kinds.ts';
import {
  createCancellation,
  createDocuments,
  requeueLostDocuments,
  type DocumentDeps,
} from './document-jobs.ts';
import { checkTicket, createTicketSigner } from '../orders/ticket-code.ts';

const database = await createTestDatabase('demo');
const { pool } = database;
const festival = (await loadFestival(pool)).content();
const tokens = createSignedTokens('a secret of thirty-two characters!');
const signer = createTicketSigner(tokens);
const threads = createDocumentThreads({ connection: database.connection, smtpUrl: undefined }, 2);
afterAll(() => threads.stop());
const deps: DocumentDeps = {
  pool,
  threads,
  mailsPerMinute: 120,
  issuer: () => ({ festival, tax: 'exempt', signer }),
};

const context: MailContext = {
  pool,
  tokens,
  publicUrl: 'https://festival.example',
  recipient: 'clara@example.org',
  sender: {
    name: 'Marienfirn',
    tagline: '',
    addressLines: [],
    email: 'post@x.example',
    siteUrl: '',
  },
};
const options: OrderOptions = {
  lines: [
    ['fuenf-winde', 'full', 2],
    ['fuenf-winde', 'reduced', 1],
  ],
};

interface Made {
  id: number;
  kind: string;
  bytes: Buffer;
}

async function documentsOf(orderId: number): Promise<Made[]> {
  const { rows } = await pool.query<Made>(
    'select id, kind, bytes from document where order_id = $1 order by id',
    [orderId],
  );
  return rows;
}

async function mailsOf(orderId: number) {
  const { rows } = await pool.query<{
    kind: string;
    recipient: string;
    facts: { orderId: number };
  }>(`select kind, recipient, facts from mail where (facts->>'orderId')::bigint = $1 order by id`, [
    orderId,
  ]);
  return rows;
}

beforeEach(async () => {
  await pool.query('delete from graphile_worker._private_jobs');
});

describe('documents of an order', () => {
  it('are an invoice, a confirmation and one PDF per ticket, then the mail', async () => {
    const { orderId } = await createPaidOrder(database, options);
    await createDocuments(deps, orderId);
    const made = await documentsOf(orderId);
    expect(made.map(({ kind }) => kind)).toEqual([
      'invoice',
      'confirmation',
      'ticket',
      'ticket',
      'ticket',
    ]);
    expect(await mailsOf(orderId)).toMatchObject([
      { kind: 'order-confirmation', recipient: 'clara@example.org' },
    ]);
  });

  it('show no abbey on the tickets of a festival that has another place', async () => {
    const { orderId } = await createPaidOrder(database, options);
    const order = await findWholeOrder(pool, orderId);
    const [ticket] = order?.tickets ?? [];
    if (!order || !ticket) throw new Error('The order has no ticket.');
    const venueOf = (look: FestivalContent['look']) =>
      toTicketData(order, { festival: { ...festival, look }, tax: 'exempt', signer }, ticket).plate
        ?.venue;
    expect(venueOf({ foreground: 'none' })).toBe('');
    expect(venueOf(undefined)).not.toBe('');
  });

  it.runIf(hasPoppler)('print the address, the total and each ticket', async () => {
    const { orderId } = await createPaidOrder(database, options);
    await createDocuments(deps, orderId);
    const made = await documentsOf(orderId);
    const [invoice, , first, , third] = made.map(({ bytes }) => textOf(bytes));
    expect(invoice).toContain('Österreich');
    expect(invoice?.replaceAll('\u00a0', ' ')).toContain('70,00 €');
    expect(first).toContain('Eintrittskarte 1 von 3');
    expect(third).toContain('Ermäßigt');
    const code = /(?:[0-9A-Z]{8}\s+){15}[0-9A-Z]{2}/.exec(first ?? '')?.[0].replaceAll(/\s/g, '');
    expect(checkTicket(code ?? '', signer.publicKey)).not.toBeNull();
  });

  it('are created once, even when two processes create them at once', async () => {
    const { orderId } = await createPaidOrder(database, options);
    await Promise.all([createDocuments(deps, orderId), createDocuments(deps, orderId)]);
    const made = await documentsOf(orderId);
    await createDocuments(deps, orderId);
    expect(await documentsOf(orderId)).toEqual(made);
    expect(made).toHaveLength(5);
    expect(await mailsOf(orderId)).toHaveLength(1);
  });

  it('left incomplete by a killed process are completed', async () => {
    const { orderId } = await createPaidOrder(database, options);
    await createDocuments(deps, orderId);
    await pool.query(`delete from mail where (facts->>'orderId')::bigint = $1`, [orderId]);
    await pool.query(
      `delete from document where id in (select id from document where order_id = $1 order by id desc limit 2)`,
      [orderId],
    );
    await createDocuments(deps, orderId);
    expect(await documentsOf(orderId)).toHaveLength(5);
    expect(await mailsOf(orderId)).toHaveLength(1);
  });

  it('made after an erasure queue no confirmation again', async () => {
    const { orderId } = await createPaidOrder(database, options);
    await createDocuments(deps, orderId);
    await inTransaction(pool, (client) => erasePersonalData(client, 'clara@example.org'));
    await createDocuments(deps, orderId);
    expect(await mailsOf(orderId)).toEqual([]);
  });

  it('by post have no tickets, and without an e-mail there is no mail', async () => {
    const { orderId } = await createPaidOrder(database, {
      ...options,
      deliveryMethod: 'postal',
      email: null,
      language: 'en',
    });
    await createDocuments(deps, orderId);
    const made = await documentsOf(orderId);
    expect(made.map(({ kind }) => kind)).toEqual(['invoice', 'confirmation']);
    expect(await mailsOf(orderId)).toEqual([]);
    if (hasPoppler) expect(textOf(made[0]?.bytes ?? Buffer.alloc(0))).toContain('Austria');
  });

  it('cannot be changed, and are found with a name to save them under', async () => {
    const { orderId } = await createPaidOrder(database, options);
    await createDocuments(deps, orderId);
    const [invoice, , ticket] = await documentsOf(orderId);
    await expect(
      pool.query(`update document set bytes = '' where id = $1`, [invoice?.id]),
    ).rejects.toThrow('cannot be changed');
    expect(await findDocument(pool, invoice?.id ?? 0)).toMatchObject({
      filename: expect.stringMatching(/^Rechnung-\d{4}-\d{6}\.pdf$/),
    });
    expect(await findDocument(pool, ticket?.id ?? 0)).toMatchObject({
      filename: expect.stringMatching(/^Karte-\w{4}-\w{4}-1\.pdf$/),
    });
    expect(await findDocument(pool, 999_999)).toBeNull();
  });

  it.runIf(hasPoppler)(
    'print the terms in the version accepted, even if it was replaced',
    async () => {
      const { orderId } = await createPaidOrder(database, {
        ...options,
        termsVersion: '2024-01-01',
      });
      const sections = [{ name: 'former', heading: '1. Früher', paragraphs: ['Es galt dies.'] }];
      await pool.query(`insert into terms values ('2024-01-01', $1)`, [
        { title: 'AGB', version: '2024-01-01', sections },
      ]);
      await createDocuments(deps, orderId);
      const made = await documentsOf(orderId);
      const text = textOf(
        made.find(({ kind }) => kind === 'confirmation')?.bytes ?? Buffer.alloc(0),
      );
      expect(text.replaceAll('\u00a0', ' ')).toContain('in der Fassung vom 1. Januar 2024');
      expect(text).toContain('Es galt dies.');
      expect(text).not.toContain('8. Änderungen und Ausfall');
    },
  );
});

describe('documents without a pending job', () => {
  it('get their job again, once', async () => {
    const { orderId } = await createPaidOrder(database, options);
    await pool.query('delete from graphile_worker._private_jobs');
    expect(await requeueLostDocuments(pool)).toBe(0);
    await pool.query(`update orders set created_at = now() - interval '1 hour' where id = $1`, [
      orderId,
    ]);
    expect(await requeueLostDocuments(pool)).toBe(1);
    expect(await requeueLostDocuments(pool)).toBe(0);
    await pool.query('delete from graphile_worker._private_jobs');
    await createDocuments(deps, orderId);
    expect(await requeueLostDocuments(pool)).toBe(0);
  });
});

describe('the confirmation mail', () => {
  it('links to the order and carries all its PDFs', async () => {
    const { orderId, checkoutId } = await createPaidOrder(database, options);
    await createDocuments(deps, orderId);
    const email = await mailKinds['order-confirmation']?.({ orderId }, 'de', context);
    expect(email?.attachments?.map(({ filename }) => filename.split('-')[0])).toEqual([
      'Karte',
      'Karte',
      'Karte',
      'Rechnung',
      'Bestellung',
    ]);
    const url = new URL(email?.button?.url ?? '');
    expect(url.pathname).toBe('/ticketshop/order-confirmation');
    expect(tokens.read('order', url.searchParams.get('token') ?? '')?.id).toBe(checkoutId);
    expect(email?.sections?.[0]).toMatchObject({ heading: 'Fünf Winde' });
  });

  it('sent again after a cancellation states the valid tickets, and that others are cancelled', async () => {
    const { orderId, checkoutId } = await createPaidOrder(database, options);
    await createDocuments(deps, orderId);
    const write = async (language: 'de' | 'en') => {
      const email = await mailKinds['order-confirmation']?.({ orderId }, language, context);
      if (email === null || email === undefined) throw new Error('nothing to send');
      return { ...email, text: JSON.stringify(email).replaceAll('\u00a0', ' ') };
    };
    const before = await write('en');
    expect(before.text).toContain('Reduced');
    expect(before.text).not.toContain('cancelled');
    await cancelReduced(orderId, checkoutId);
    const { attachments, preheader, facts, text } = await write('en');
    expect(attachments?.filter(({ filename }) => filename.startsWith('Karte'))).toHaveLength(2);
    expect(text).not.toContain('Reduced');
    expect(text).toContain('2 × Full price, €52.00');
    expect(text).toContain('One ticket of this order has been cancelled.');
    expect(preheader).toBe('2 tickets, €52.00.');
    expect(facts?.at(-1)).toMatchObject({ label: 'Total', value: '€52.00' });
    expect((await write('de')).text).toContain('Eine Karte dieser Bestellung ist storniert.');
  });
});

describe('a cancellation', () => {
  it('of one ticket creates its document and notifies the buyer', async () => {
    const { orderId, checkoutId } = await createPaidOrder(database, options);
    await createDocuments(deps, orderId);
    const invoiceId = await cancelReduced(orderId, checkoutId);
    await createCancellation(deps, invoiceId);
    await createCancellation(deps, invoiceId);
    const made = (await documentsOf(orderId)).filter(({ kind }) => kind === 'cancellation');
    expect(made).toHaveLength(1);
    expect((await mailsOf(orderId)).map(({ kind }) => kind)).toEqual([
      'order-confirmation',
      'order-cancelled',
    ]);
    const email = await mailKinds['order-cancelled']?.({ orderId, invoiceId }, 'de', context);
    expect(email?.attachments?.[0]?.filename).toMatch(/^Storno-S-\d{4}-\d{6}\.pdf$/);
    expect(email?.paragraphs.join(' ').replaceAll('\u00a0', ' ')).toContain('18,00 €');
  });

  it('says what happened to the money and the tickets', async () => {
    const { orderId, checkoutId } = await createPaidOrder(database, options);
    await createDocuments(deps, orderId);
    const mailOf = async (sql: string) => {
      const { rows } = await pool.query<{ id: number }>(
        `with refunded as (${sql})
         insert into invoice (order_id, series, year, number, amount_cents, refund_id)
         select $1, 'cancellation', 2025, coalesce(max(number), 0) + 1000, 1000, (select id from refunded)
         from invoice returning id`,
        [orderId],
      );
      const invoiceId = rows[0]?.id ?? 0;
      await createCancellation(deps, invoiceId);
      const email = await mailKinds['order-cancelled']?.({ orderId, invoiceId }, 'de', context);
      return `${email?.subject}. ${email?.paragraphs.join(' ')}`.replaceAll(/\s/gu, ' ');
    };
    const partial = await mailOf(
      `insert into refund (checkout_id, intent_id, amount_cents, reason)
       select id, 'pi_part', 1000, 'dashboard' from checkout where id = ${checkoutId} returning id`,
    );
    expect(partial).toContain('Erstattung zu Ihrer Bestellung');
    expect(partial).toContain('wir haben 10,00 € erstattet. Ihre Karten gelten weiter.');
    const disputed = await mailOf('select null::bigint as id');
    expect(disputed).toContain('Ihre Bank nach Ihrer Reklamation bereits gutgeschrieben');
    expect(disputed).not.toContain('€');
  });

  it.runIf(hasPoppler)('prints the tickets that were cancelled, and no other', async () => {
    const { orderId, checkoutId } = await createPaidOrder(database, options);
    await createDocuments(deps, orderId);
    await createCancellation(deps, await cancelReduced(orderId, checkoutId));
    const made = (await documentsOf(orderId)).filter(({ kind }) => kind === 'cancellation');
    const text = textOf(made[0]?.bytes ?? Buffer.alloc(0)).replaceAll('\u00a0', ' ');
    expect(text).toContain('Ermäßigt');
    expect(text).toContain('−18,00 €');
    expect(text).not.toContain('Normalpreis');
  });
});

describe('after a change of the tax treatment', () => {
  const tax = 'reduced' as const;
  const changed: DocumentDeps = { ...deps, issuer: () => ({ festival, tax, signer }) };
  const treatmentsOf = async (orderId: number) => {
    const { rows } = await pool.query<{ kind: string; tax: string | null }>(
      `select kind, tax_treatment as tax from document
       where order_id = $1 and kind <> 'ticket' order by kind`,
      [orderId],
    );
    return rows.map((row) => [row.kind, row.tax]);
  };

  it.runIf(hasPoppler)('a cancellation states the tax of its invoice', async () => {
    const { orderId, checkoutId } = await createPaidOrder(database, options);
    await createDocuments(deps, orderId);
    await createCancellation(changed, await cancelReduced(orderId, checkoutId));
    expect(await treatmentsOf(orderId)).toEqual([
      ['cancellation', 'exempt'],
      ['confirmation', 'exempt'],
      ['invoice', 'exempt'],
    ]);
    for (const { kind, bytes } of await documentsOf(orderId)) {
      if (kind === 'ticket') continue;
      const text = textOf(bytes).replaceAll(/\s+/g, ' ');
      expect(text).toContain(festival.taxNotes.exempt.de.replaceAll(/\s+/g, ' '));
    }
  });

  it('an invoice that was not drawn before states the new one', async () => {
    const { orderId } = await createPaidOrder(database, options);
    await createDocuments(changed, orderId);
    expect(await treatmentsOf(orderId)).toEqual([
      ['confirmation', 'reduced'],
      ['invoice', 'reduced'],
    ]);
  });
});

async function cancelReduced(orderId: number, checkoutId: number): Promise<number> {
  return await inTransaction(pool, async (client) => {
    const ticket = await client.query<{ id: number; product_id: number }>(
      'select id, product_id from ticket where order_id = $1 order by price_cents limit 1',
      [orderId],
    );
    await client.query('update stock set sold = sold + 3 where product_id = $1', [
      ticket.rows[0]?.product_id,
    ]);
    const refund = await client.query<{ id: number }>(
      `insert into refund (checkout_id, intent_id, amount_cents, reason)
       values ($1, 'pi_1', 1800, 'office') returning id`,
      [checkoutId],
    );
    await cancelOrder(client, {
      orderId,
      ticketIds: [ticket.rows[0]?.id ?? 0],
      refundId: refund.rows[0]?.id ?? 0,
      cents: 1800,
    });
    const { rows } = await client.query<{ id: number }>(
      `select id from invoice where order_id = $1 and series = 'cancellation'`,
      [orderId],
    );
    return rows[0]?.id ?? 0;
  });
}
