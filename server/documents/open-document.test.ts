import { beforeEach, describe, expect, test } from 'vitest';
import { UserResponse } from '#contract/accounts.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import { createClient } from '#test/http-client.ts';
import { hasPoppler, textOf } from '#test/pdf.ts';
import { registration } from '#test/registration.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { anonymousDetails } from '../retention.ts';
import { commitRefund } from '#test/shop/commit-refund.ts';

const shop = await openShop();
const { pool } = shop;
const call = createClient(shop.url, 'en');
let buyer: Buyer;
let orderToken: string;
let paths: { invoice: string; ticket: string };

/** Stores two documents of an order and returns their paths. */
async function storeDocuments(orderNo: string): Promise<typeof paths> {
  const { rows } = await pool.query<{ id: number; kind: 'invoice' | 'ticket' }>(
    `insert into document (order_id, kind, ticket_id, bytes)
     select o.id, 'invoice', null, '%PDF-1.7'::bytea from orders o where o.order_no = $1
     union all
     select o.id, 'ticket', t.id, '%PDF-1.7'::bytea
     from orders o join ticket t on t.order_id = o.id where o.order_no = $1
     returning id, kind`,
    [orderNo],
  );
  const path = (kind: 'invoice' | 'ticket') => {
    const { id } = rows.find((row) => row.kind === kind) ?? { id: 0 };
    return `/documents/${shop.payment.tokens.sign('document', id)}.pdf`;
  };
  return { invoice: path('invoice'), ticket: path('ticket') };
}

async function register(): Promise<string> {
  const { body } = await call('POST', '/register', { json: registration() });
  return UserResponse.parse(body).user.access_token;
}

/** Buys a ticket; `bearer` is the customer, undefined for a guest. */
async function buy(bearer?: string): Promise<void> {
  buyer = new Buyer(shop);
  buyer.bearer = bearer;
  await buyer.checkOut(await createConcert(pool, { quantity: 2 }));
  buyer.pay();
  orderToken = (await accepted(buyer.complete())).body.data?.order_token ?? '';
  paths = await storeDocuments(await orderNo());
}

const orderNo = async () => (await buyer.order(orderToken)).body.data?.order_no ?? '';

/** The order is 181 days old, and its last concert was 31 days ago. */
async function expireLink(): Promise<void> {
  await pool.query(
    `update orders o set created_at = now() - interval '181 days'
     from checkout c where c.id = o.checkout_id and c.session_id = $1`,
    [buyer.sessionId],
  );
  await pool.query(`update concert set starts_at = now() - interval '31 days'`);
}

/** Refunds the whole order. */
async function refund(): Promise<void> {
  await commitRefund(pool, { orderNo: await orderNo(), ticketIds: null });
}

/** Replaces the order's ticket, as the office does. */
async function reissue(): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    `update ticket t set voided_at = now() from orders o where o.id = t.order_id and o.order_no = $1
     returning t.id`,
    [await orderNo()],
  );
  await pool.query(
    `insert into ticket (order_id, product_id, ticket_type_id, price_cents, replaces_id)
     select order_id, product_id, ticket_type_id, price_cents, id from ticket where id = $1`,
    [rows[0]?.id],
  );
}

/** The text of a PDF that is drawn; a stored one is no real PDF and comes as it is. */
async function readPdf(path: string): Promise<string> {
  const response = await fetch(shop.url + path);
  expect(response.status).toBe(200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return bytes.length < 100 ? Buffer.from(bytes).toString() : textOf(bytes);
}

describe('a document', () => {
  beforeEach(() => buy());

  test('is served as long as the order link is valid, and no cache stores it', async () => {
    const response = await call('GET', paths.ticket);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  test('expires together with the link to its order', async () => {
    await expireLink();
    expect((await buyer.order(orderToken)).status).toBe(400);
    for (const path of Object.values(paths)) {
      const { status, body } = await call('GET', path);
      expect([status, body]).toMatchObject([
        410,
        { message: expect.stringContaining('out of date') as string },
      ]);
    }
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const shown = await fetch(shop.url + paths.ticket, { headers: { accept }, redirect: 'manual' });
    expect(shown.headers.get('location')).toBe('/ticketshop/order-confirmation?document=expired');
  });
});

describe('a link that the office has ended', () => {
  test('opens neither order nor documents; a new one and the customer do', async () => {
    const bearer = await register();
    await buy(bearer);
    await pool.query('update orders set link_generation = 2 where order_no = $1', [
      await orderNo(),
    ]);
    // reporting the payment again is no way around it
    expect((await buyer.complete()).body.data?.order_token).toBe(orderToken);
    expect((await buyer.order(orderToken)).body.msgCode).toBe(6191);
    expect((await call('GET', paths.ticket)).status).toBe(410);
    expect((await call('GET', paths.ticket, { bearer })).status).toBe(200);
    const listed = await call('GET', '/orders', { bearer });
    expect(JSON.stringify(listed.body)).toContain('/documents/');
    const { rows } = await pool.query<{ id: number; checkout_id: number }>(
      `select d.id, o.checkout_id from document d join orders o on o.id = d.order_id
       where d.kind = 'ticket' and o.link_generation = 2`,
    );
    const { id = 0, checkout_id: checkoutId = 0 } = rows[0] ?? {};
    const { tokens } = shop.payment;
    expect((await buyer.order(tokens.sign('order', checkoutId, 2))).status).toBe(200);
    const path = `/documents/${tokens.sign('document', id, 2)}.pdf`;
    expect((await call('GET', path)).status).toBe(200);
  });
});

describe('the PDF of a void ticket', () => {
  beforeEach(() => buy());

  test('says that it was cancelled, without a code; the invoice stays', async () => {
    await refund();
    const response = await fetch(shop.url + paths.ticket);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="Karte-${await orderNo()}-1.pdf"`,
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    const pdf = new Uint8Array(await response.arrayBuffer());
    if (hasPoppler) {
      const text = textOf(pdf);
      for (const fact of ['Ungültig', 'storniert', 'Clara Wieck', await orderNo()]) {
        expect(text).toContain(fact);
      }
      expect(text).not.toMatch(/[0-9A-Z]{8}/);
    }
    expect(await readPdf(paths.invoice)).toBe('%PDF-1.7');
  });

  test.runIf(hasPoppler)(
    'tells a replaced ticket from one that was cancelled in the end',
    async () => {
      await reissue();
      expect(await readPdf(paths.ticket)).toContain('durch eine neue ersetzt');
      await refund();
      expect(await readPdf(paths.ticket)).toContain('storniert');
    },
  );

  test.runIf(hasPoppler)('has the language and the name that staff have changed', async () => {
    await refund();
    await pool.query(
      `insert into order_contact (order_id, name, language)
       select id, 'Maria Szymanowska', 'en' from orders where order_no = $1`,
      [await orderNo()],
    );
    const text = await readPdf(paths.ticket);
    expect(text).toContain('Void');
    expect(text).toContain('This ticket has been cancelled');
    expect(text).toContain('Maria Szymanowska');
  });

  test.runIf(hasPoppler)('leaves out a name that has been erased', async () => {
    await refund();
    await pool.query(`update checkout set details = ${anonymousDetails} where session_id = $1`, [
      buyer.sessionId,
    ]);
    const text = await readPdf(paths.ticket);
    expect(text).toContain('Ungültig');
    expect(text).not.toContain('Bestellt von');
  });

  test('expires together with the link to its order', async () => {
    await refund();
    await expireLink();
    expect((await call('GET', paths.ticket)).status).toBe(410);
  });
});

test('its customer reads a document after the link has expired, nobody else does', async () => {
  const [owner, other] = [await register(), await register()];
  await buy(owner);
  await expireLink();
  const statusFor = async (options: Parameters<typeof call>[2]) =>
    (await call('GET', paths.invoice, options)).status;
  expect(await statusFor({})).toBe(410);
  expect(await statusFor({ bearer: other })).toBe(410);
  expect(await statusFor({ bearer: 'unknown' })).toBe(410);
  expect(await statusFor({ bearer: owner })).toBe(200);
  expect(await statusFor({ headers: { cookie: `session=${owner}` } })).toBe(200);
});
