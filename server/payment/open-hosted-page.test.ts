import { beforeEach, describe, expect, test } from 'vitest';
import { createTestApi } from '#test/api-app.ts';
import { registerCustomer } from '#test/customers.ts';
import { createTestDatabase } from '#test/database.ts';
import { accepted, type BuyerResponse } from '#test/buyer.ts';
import { drain, loseWebhooks } from '#test/shop/drain.ts';
import { countOrders } from '#test/shop/count-orders.ts';
import { type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { PageBuyer } from '#test/shop/page-buyer.ts';

const database = await createTestDatabase();
const shop = await openShop({ database });
const second = await openShop({ database, sandbox: shop.sandbox, takesWebhooks: false });
const { pool, sandbox } = shop;
let concert: TestConcert;
let buyer: PageBuyer;

beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 9, prices: [2400, 1200, 0] });
  buyer = new PageBuyer(shop);
  return async () => expect(await drain(shop)).toEqual([]);
});

const pageOf = (page = buyer.page) => sandbox.faults.sessions().find(({ id }) => id === page);
const refundsOf = (intent: string): number[] =>
  sandbox.faults
    .refunds()
    .filter((refund) => refund.payment_intent === intent)
    .map(({ amount }) => amount);

describe('the page', () => {
  test('shows what was frozen, in the language of the buyer, and leads back to the shop', async () => {
    await buyer.checkOutByPage(concert, { quantity: 2 }, 'postal');
    const page = pageOf();
    expect(page).toMatchObject({
      amount_total: 5250,
      currency: 'eur',
      locale: 'de',
      customer_email: 'clara@example.org',
      allowed_payment_method_types: ['card'],
      success_url: 'http://festival.example/ticketshop/payment?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://festival.example/ticketshop/payment',
    });
    // longer than the provider's minimum of half an hour, and than the rest of the hold
    expect((page?.expires_at ?? 0) * 1000).toBeGreaterThan(Date.now() + 90 * 60_000);
    const html = await (await fetch(page?.url ?? '')).text();
    expect(html).toContain('2 × Abend – Preis 1');
    expect(html).toContain('Versand');
    const intent = buyer.payPage();
    const paid = sandbox.faults.intents().find(({ id }) => id === intent);
    expect(paid?.metadata).toEqual(page?.metadata);
    expect((await buyer.comeBack()).status).toBe(200);
  });

  test('is the same one again for an unchanged cart, in every tab', async () => {
    await buyer.checkOutByPage(concert);
    const tabs = [buyer.tab(), buyer.tab(second), buyer.tab()];
    await Promise.all(tabs.map((tab) => tab.openPage()));
    expect(new Set(tabs.map((tab) => tab.page))).toEqual(new Set([buyer.page]));
  });

  test('is created once, however many requests open it at once', async () => {
    await accepted(buyer.add(concert));
    await accepted(buyer.details());
    await accepted(buyer.delivery('boxoffice'));
    const tabs = Array.from({ length: 6 }, (_, at) => buyer.tab(at % 2 === 0 ? shop : second));
    const opened = await Promise.all(tabs.map((tab) => tab.openPage()));
    expect(opened.map(({ status }) => status)).toEqual(tabs.map(() => 200));
    expect(new Set(tabs.map((tab) => tab.page)).size).toBe(1);
  });

  test('asks for the e-mail address itself when the provider refuses ours', async () => {
    await accepted(buyer.add(concert));
    await accepted(buyer.details());
    await accepted(buyer.delivery('boxoffice'));
    await pool.query(
      `update delivery_details set email = 'clara' where cart_id in (
         select id from cart where session_id = $1)`,
      [buyer.sessionId],
    );
    expect((await buyer.openPage()).status).toBe(200);
    expect(pageOf()?.customer_email).toBeNull();
    buyer.payPage();
    expect((await buyer.comeBack()).status).toBe(200);
  });

  test('is not needed for a total of 0: the order is created at once', async () => {
    const pages = sandbox.faults.sessions().length;
    await accepted(buyer.add(concert, { type: 2, quantity: 2 }));
    await accepted(buyer.details());
    await accepted(buyer.delivery('boxoffice'));
    const { orderToken } = await buyer.openPage();
    expect((await buyer.order(orderToken ?? '')).status).toBe(200);
    expect(sandbox.faults.sessions()).toHaveLength(pages);
  });

  test('of a signed-in customer leads to an order in the account', async () => {
    buyer.bearer = (await registerCustomer(createTestApi(database))).token;
    await buyer.checkOutByPage(concert);
    buyer.payPage();
    expect((await buyer.comeBack()).status).toBe(200);
    expect((await buyer.call('GET', '/orders')).body.data).toHaveLength(1);
  });

  test('is opened by pages only: the API has no call for it', async () => {
    await buyer.checkOutByPage(concert);
    for (const path of ['page', 'page/complete', 'resume']) {
      const { status } = await buyer.call('POST', `/payment/${path}/${buyer.sessionId}`, {});
      expect(status).toBe(404);
    }
  });

  test('refuses what cannot be paid as card fields do', async () => {
    expect(await buyer.openPage()).toMatchObject({ status: 409, code: 'cart_expired' });
    await accepted(buyer.add(concert));
    expect(await buyer.openPage()).toMatchObject({ status: 409, code: 'details_incomplete' });
  });

  test('a provider that fails is a 502, and the next try succeeds', async () => {
    await accepted(buyer.add(concert));
    await accepted(buyer.details());
    await accepted(buyer.delivery('boxoffice'));
    for (const when of ['before', 'after'] as const) {
      sandbox.faults.route({ route: 'POST /v1/checkout/sessions', effect: 'error', when });
      expect((await buyer.openPage()).status).toBe(502);
    }
    expect((await buyer.openPage()).status).toBe(200);
    buyer.payPage();
    expect((await buyer.comeBack()).status).toBe(200);
  });
});

describe('one open payment per cart', () => {
  test('a cart changed in a second tab expires the page', async () => {
    await buyer.checkOutByPage(concert);
    const old = buyer.page;
    await accepted(buyer.tab().add(concert));
    expect(pageOf(old)?.status).toBe('expired');
    expect(await buyer.comeBack(old)).toMatchObject({ status: 402 });
    await buyer.openPage();
    expect(pageOf()?.amount_total).toBe(4800);
    buyer.payPage();
    expect((await buyer.comeBack()).status).toBe(200);
  });

  const changes: [string, () => Promise<BuyerResponse>][] = [
    ['one more ticket', () => buyer.add(concert)],
    ['another way of delivery', () => buyer.delivery('postal')],
    ['other details', () => buyer.details({ street: 'Inselstraße 18' })],
  ];
  test.each(changes)('%s is refused once the page is paid', async (_, change) => {
    loseWebhooks(shop);
    await buyer.checkOutByPage(concert);
    buyer.payPage();
    expect(await change()).toMatchObject({ status: 409, body: { msgCode: 6104 } });
    // opening has also settled the payment
    expect(await countOrders(pool, buyer)).toBe(1);
  });

  test('opening the card fields expires the page, and the other way round', async () => {
    await buyer.checkOutByPage(concert);
    const first = buyer.page;
    await accepted(buyer.initiate());
    expect(pageOf(first)?.status).toBe('expired');
    expect((await buyer.openPage()).status).toBe(200);
    const { intent } = buyer;
    expect(sandbox.faults.intents().find(({ id }) => id === intent)?.status).toBe('canceled');
    expect(() => buyer.pay()).toThrow('canceled');
    buyer.payPage();
    expect((await buyer.comeBack()).status).toBe(200);
    expect((await buyer.complete(intent)).status).toBe(402);
  });

  test('card fields and page opened at once, again and again: one can be paid', async () => {
    await buyer.checkOutByPage(concert);
    for (let round = 0; round < 5; round++) {
      const tab = buyer.tab(second);
      const results = await Promise.all([buyer.openPage(), tab.initiate(), tab.openPage()]);
      for (const { status } of results) expect([200, 409, 502]).toContain(status);
    }
    expect((await buyer.openPage()).status).toBe(200);
    const { rows } = await pool.query<{
      intent_id: string | null;
      provider_session: string | null;
    }>('select intent_id, provider_session from checkout where session_id = $1', [buyer.sessionId]);
    const isOpen = (id: string) =>
      sandbox.faults.intents().some((one) => one.id === id && one.status !== 'canceled');
    const payable = rows.filter(({ intent_id, provider_session }) =>
      provider_session === null
        ? intent_id !== null && isOpen(intent_id)
        : pageOf(provider_session)?.status === 'open',
    );
    expect(payable).toHaveLength(1);
  });

  test('paid by the page while the card fields are being opened: one order, no second payment', async () => {
    loseWebhooks(shop);
    await buyer.checkOutByPage(concert);
    sandbox.faults.route({ route: 'POST /v1/checkout/sessions/:id/expire', effect: 'hold' });
    const initiating = buyer.tab(second).initiate();
    await sandbox.faults.held();
    buyer.payPage();
    sandbox.faults.release();
    expect((await initiating).status).toBe(409);
    expect((await buyer.comeBack()).status).toBe(200);
    expect(await countOrders(pool, buyer)).toBe(1);
  });

  test('a second payment, on a page the shop considered closed, is refunded', async () => {
    loseWebhooks(shop);
    const last = await createConcert(pool, { quantity: 1 });
    await buyer.checkOutByPage(last);
    const { page } = buyer;
    // a process of the previous version closes the checkout without expiring the page
    await pool.query(
      'update checkout set closed_at = clock_timestamp() where provider_session = $1',
      [page],
    );
    await accepted(buyer.initiate());
    buyer.pay();
    expect((await buyer.complete()).status).toBe(200);
    const intent = buyer.payPage();
    expect(await buyer.comeBack(page)).toMatchObject({ status: 409, code: 'payment_refunded' });
    expect(await drain(shop)).toEqual([]);
    expect(refundsOf(intent)).toEqual([2400]);
    expect(await countOrders(pool, buyer)).toBe(1);
  });
});
