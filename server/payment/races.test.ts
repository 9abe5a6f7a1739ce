// Many buyers at once, on two processes of one shop, each with its own connections.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { accepted, type BuyerResponse, Buyer } from '#test/buyer.ts';
import { drain, loseWebhooks } from '#test/shop/drain.ts';
import { type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { endHold } from '#test/shop/advance-time.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { PageBuyer } from '#test/shop/page-buyer.ts';
import { changeCart } from '../cart/change-cart.ts';
import { releaseExpiredHolds } from '../cart/hold.ts';
import { listViolations } from '../invariants.ts';
import { cancelExpiredPayments } from './cancel-payment.ts';
import { commitRefund } from '#test/shop/commit-refund.ts';

const database = await createTestDatabase();
const first = await openShop({ database });
const second = await openShop({ database, sandbox: first.sandbox, takesWebhooks: false });
const { pool } = first;
const shops = [first, second] as const;

beforeEach(() => async () => expect(await drain(first)).toEqual([]));

/** Buyers, alternating between the two processes. */
function manyBuyers(count: number): Buyer[] {
  return Array.from({ length: count }, (_, index) => new Buyer(shops[index % 2] ?? first));
}

/** Makes a whole purchase. Returns the step that was refused, or null. */
async function buy(buyer: Buyer, items: object[]): Promise<string | null> {
  const steps: [string, () => Promise<BuyerResponse>][] = [
    ['add', () => buyer.addLines(items)],
    ['details', () => buyer.details()],
    ['delivery', () => buyer.delivery('boxoffice')],
    ['initiate', () => buyer.initiate()],
  ];
  for (const [name, step] of steps) {
    const { status } = await step();
    if (status !== 200) return `${name} ${status}`;
  }
  buyer.pay();
  const { status } = await buyer.complete();
  return status === 200 ? null : `complete ${status}`;
}

async function stockOf(concert: TestConcert) {
  const { rows } = await pool.query<{ sold: number; held: number }>(
    'select sold, held from stock where product_id = $1',
    [concert.productId],
  );
  return rows[0];
}

async function deadlocks(): Promise<number> {
  const { rows } = await pool.query<{ deadlocks: number }>(
    `select deadlocks::int from pg_stat_database where datname = current_database()`,
  );
  return rows[0]?.deadlocks ?? -1;
}

test('a rush on few tickets ends with as many orders as tickets, and refuses only at the first step', async () => {
  const concert = await createConcert(pool, { quantity: 7 });
  const outcomes = await Promise.all(
    manyBuyers(40).map((buyer) => buy(buyer, [buyer.line(concert)])),
  );
  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(7);
  expect(new Set(outcomes.filter((outcome) => outcome !== null))).toEqual(new Set(['add 409']));
  expect(await stockOf(concert)).toEqual({ sold: 7, held: 0 });
});

test('a rush paid on hosted pages and in card fields, webhooks before and after the buyers', async () => {
  const concert = await createConcert(pool, { quantity: 8 });
  const buyers = Array.from({ length: 24 }, (_, index) => new PageBuyer(shops[index % 2] ?? first));
  const outcomes = await Promise.all(
    buyers.map(async (buyer, index) => {
      if (index % 3 === 0) return await buy(buyer, [buyer.line(concert)]);
      if ((await buyer.add(concert)).status !== 200) return 'add 409';
      await accepted(buyer.details());
      await accepted(buyer.delivery('boxoffice'));
      await buyer.openPage();
      const intent = buyer.payPage(index % 3 === 1 ? 'pm_card_visa' : 'pm_card_processing');
      if (index % 3 === 2) first.sandbox.faults.endProcessing(intent, 'succeed');
      // some buyers close the browser
      return index % 4 === 0 ? null : ((await buyer.comeBack()).code ?? null);
    }),
  );
  await first.sandbox.events.delivered();
  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(8);
  expect(new Set(outcomes.filter((outcome) => outcome !== null))).toEqual(new Set(['add 409']));
  expect(await stockOf(concert)).toEqual({ sold: 8, held: 0 });
});

test('one cart in two tabs, paid on the page and in card fields at the same moment, is one order', async () => {
  const concert = await createConcert(pool, { quantity: 40 });
  const buyers = Array.from({ length: 12 }, (_, index) => new PageBuyer(shops[index % 2] ?? first));
  const paid = await Promise.all(
    buyers.map(async (buyer, index) => {
      await buyer.checkOutByPage(concert, {}, 'boxoffice');
      const tab = buyer.tab(shops[(index + 1) % 2]);
      const [opened] = await Promise.all([
        tab.initiate(),
        // a quick buyer pays the page before it is expired
        Promise.resolve().then(() => payIfOpen(() => buyer.payPage())),
      ]);
      if (opened.status === 200) payIfOpen(() => tab.pay());
      const responses = await Promise.all([
        buyer.comeBack(),
        ...(tab.intent === '' ? [] : [tab.complete()]),
      ]);
      return responses.filter(({ status }) => status === 200).length;
    }),
  );
  expect(paid).toEqual(buyers.map(() => 1));
  expect(await stockOf(concert)).toEqual({ sold: 12, held: 0 });
});

/** Pays an intent; the provider refuses if it has been cancelled. */
function payIfOpen(pay: () => unknown): void {
  try {
    pay();
  } catch (error) {
    expect(String(error)).toMatch(/expired|canceled|complete/);
  }
}

test('a change that meets the settling of the payment is too late, and makes no second cart', async () => {
  const concert = await createConcert(pool, { quantity: 10 });
  const buyer = new Buyer(first);
  loseWebhooks(first);
  await buyer.checkOut(concert, { quantity: 2 });
  buyer.pay();
  const settle = async () => void (await accepted(buyer.complete()));
  const change = changeCart(
    { holds: pool, cancelOpenPayment: settle, report: () => undefined },
    {
      sessionId: buyer.sessionId,
      mode: 'set',
      lines: [{ productId: concert.productId, id: concert.types[0] ?? 0, quantity: 1 }],
      holdMinutes: 30,
      requestKey: null,
      networks: null,
    },
  );
  await expect(change).rejects.toMatchObject({ code: 'cart_changed_too_late' });
  expect(await stockOf(concert)).toEqual({ sold: 2, held: 0 });
});

test('one session in many tabs holds no more than there is', async () => {
  const concert = await createConcert(pool, { quantity: 5 });
  const buyer = new Buyer(first);
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) => buyer.tab(shops[index % 2]).add(concert)),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(7);
  expect(await stockOf(concert)).toEqual({ sold: 0, held: 5 });
});

describe('crossed carts', () => {
  test('(A, B) and (B, A), changing, paying and ending, never deadlock', async () => {
    const a = await createConcert(pool, { quantity: 60 });
    const b = await createConcert(pool, { quantity: 60 });
    const before = await deadlocks();
    const rounds = manyBuyers(24).map(async (buyer, index) => {
      const lines = [buyer.line(a), buyer.line(b)];
      const crossed = index % 2 === 0 ? lines : lines.toReversed();
      if (index % 3 === 0) return await buy(buyer, crossed);
      await accepted(buyer.addLines(crossed));
      await accepted(buyer.setLines(crossed.map((line) => ({ ...line, quantity: 2 }))));
      if (index % 3 === 1) await endHold(pool, buyer);
      await accepted(buyer.addLines(crossed.toReversed()));
      return await buyer.clear().then(({ status }) => (status === 200 ? null : `clear ${status}`));
    });
    const tidying = Array.from({ length: 10 }, () => releaseExpiredHolds(pool));
    const outcomes = await Promise.all(rounds);
    await Promise.all(tidying);
    expect(outcomes.filter((outcome) => outcome !== null)).toEqual([]);
    expect(await deadlocks()).toBe(before);
  });

  test('expired carts that return while they are deleted', async () => {
    const a = await createConcert(pool, { quantity: 60 });
    const before = await deadlocks();
    for (let round = 0; round < 4; round++) {
      const buyers = manyBuyers(12);
      await Promise.all(buyers.map((buyer) => accepted(buyer.add(a))));
      await pool.query(
        `update cart set expires_at = expires_at - interval '2 days',
           release_at = release_at - interval '2 days' where ended_at is null`,
      );
      const responses = await Promise.all([
        ...buyers.map((buyer) => buyer.add(a)),
        releaseExpiredHolds(pool).then(() => null),
        releaseExpiredHolds(second.pool).then(() => null),
      ]);
      expect(responses.filter((response) => response !== null && response.status !== 200)).toEqual(
        [],
      );
      expect(await listViolations(pool)).toEqual([]);
    }
    expect(await deadlocks()).toBe(before);
  });
});

test('orders of one concert, paid and refunded at the same moment, never deadlock', async () => {
  const concert = await createConcert(pool, { quantity: 80 });
  const early = manyBuyers(16);
  for (const buyer of early) expect(await buy(buyer, [buyer.line(concert)])).toBeNull();
  const { rows: orders } = await pool.query<{ order_no: string }>(
    `select distinct o.order_no from orders o join ticket t on t.order_id = o.id
     where t.product_id = $1`,
    [concert.productId],
  );
  const before = await deadlocks();
  const [bought] = await Promise.all([
    Promise.all(manyBuyers(40).map((buyer) => buy(buyer, [buyer.line(concert)]))),
    ...orders.map(async ({ order_no: orderNo }, index) => {
      const shop = shops[index % 2] ?? first;
      await commitRefund(shop.pool, { orderNo, ticketIds: null });
    }),
  ]);
  expect(new Set(bought)).toEqual(new Set([null]));
  expect(await stockOf(concert)).toEqual({ sold: 40, held: 0 });
  expect(await deadlocks()).toBe(before);
});

test('ended holds, late payments and new buyers fight for the last tickets', async () => {
  const concert = await createConcert(pool, { quantity: 6 });
  const late = manyBuyers(6);
  for (const buyer of late) {
    await buyer.checkOut(concert);
    buyer.pay('pm_card_processing');
    await endHold(pool, buyer);
  }
  await pool.query(`update cart set release_at = expires_at where ended_at is null`);
  const rivals = manyBuyers(10);
  const [refused, responses] = await Promise.all([
    Promise.all(rivals.map((buyer) => buy(buyer, [buyer.line(concert)]))),
    Promise.all(
      late.map((buyer) => {
        first.sandbox.faults.endProcessing(buyer.intent, 'succeed');
        return buyer.complete();
      }),
    ),
    ...shops.map((shop) => cancelExpiredPayments(shop.payment)),
  ]);
  const sold = (await stockOf(concert))?.sold;
  const ordered = responses.filter(({ status }) => status === 200).length;
  expect(ordered + refused.filter((outcome) => outcome === null).length).toBe(sold);
  // late buyers have an order or are notified of their refund
  for (const { status, body } of responses) {
    if (status !== 200) expect(body.error_I18n).toContain('REFUNDED');
  }
  expect(new Set(refused.filter((outcome) => outcome !== null))).toEqual(
    refused.some((outcome) => outcome !== null) ? new Set(['add 409']) : new Set(),
  );
});

test('a rush on a quota: as many orders as it allows, changed, cleared and late carts among them', async () => {
  const options = { quantity: 60, prices: [2400, 1200], quotas: { 1: 7 } };
  const concert = await createConcert(pool, options);
  const held = manyBuyers(5);
  for (const buyer of held) await buyer.add(concert, { type: 1 });
  const late = held.slice(0, 2);
  for (const buyer of late) {
    await accepted(buyer.details());
    await accepted(buyer.delivery('boxoffice'));
    await accepted(buyer.initiate());
    buyer.pay('pm_card_processing');
    await endHold(pool, buyer);
  }
  await pool.query(
    `update cart set release_at = expires_at where ended_at is null and expires_at < now()`,
  );
  const [rivals] = await Promise.all([
    Promise.all(
      manyBuyers(24).map((buyer, index) => {
        const own = buyer.line(concert, { type: 1 });
        // some also want a ticket of the other type
        return buy(buyer, index % 3 === 0 ? [buyer.line(concert), own] : [own]);
      }),
    ),
    Promise.all(held.slice(2, 4).map((buyer) => buyer.set(concert, { type: 1, quantity: 0 }))),
    held[4]?.clear(),
    Promise.all(
      late.map((buyer) => {
        first.sandbox.faults.endProcessing(buyer.intent, 'succeed');
        return buyer.complete();
      }),
    ),
    releaseExpiredHolds(pool),
  ]);
  expect(new Set(rivals)).toEqual(new Set([null, 'add 409']));
  const { rows } = await pool.query<{ sold: number; held: number }>(
    `select q.sold, q.held from ticket_quota q where ticket_type_id = $1`,
    [concert.types[1]],
  );
  expect(rows[0]?.sold).toBeLessThanOrEqual(7);
  expect(rows[0]?.held).toBe(0);
  const last = await Promise.all(
    manyBuyers(12).map((buyer) => buy(buyer, [buyer.line(concert, { type: 1 })])),
  );
  const bought = last.filter((outcome) => outcome === null).length;
  expect((rows[0]?.sold ?? 0) + bought).toBe(7);
});

test('two processes of the operating system on one database', async () => {
  const concert = await createConcert(pool, { quantity: 9 });
  const [one, two] = await Promise.all([startProcess(), startProcess()]);
  const buyers = Array.from(
    { length: 30 },
    (_, index) => new Buyer({ url: index % 2 === 0 ? one : two, sandbox: first.sandbox }),
  );
  const outcomes = await Promise.all(buyers.map((buyer) => buy(buyer, [buyer.line(concert)])));
  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(9);
  expect(new Set(outcomes.filter((outcome) => outcome !== null))).toEqual(new Set(['add 409']));
});

/** Starts another process of the shop. Returns its address. */
async function startProcess(): Promise<string> {
  const program = path.join(import.meta.dirname, '../../test/shop/shop-program.ts');
  const facts = JSON.stringify({
    connection: database.connection,
    sandboxUrl: first.sandbox.url,
  });
  const child = spawn(process.execPath, [program, facts], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('http')) return line;
  }
  throw new Error('the process did not start');
}
