import { describe, expect, it } from 'vitest';
import { quantityField } from '#contract/office/forms.ts';
import { parseBerlin } from '#contract/berlin-time.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openTestOffice } from '#test/office.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { commitRefund } from '#test/shop/commit-refund.ts';
import { listViolations, readCheckResults } from '../invariants.ts';
import { checkSales } from './list-tasks.ts';
import { listRecentOrders, listTodayConcerts, readDaySales } from './today-lists.ts';
import { createLog } from '../platform/log.ts';

const shop = await openShop();
const { pool } = shop;
const silent = createLog({ level: 'silent', isReadable: false });

/** A paid order; returns its number. */
async function buy(...args: Parameters<Buyer['checkOut']>): Promise<string> {
  const buyer = new Buyer(shop);
  await buyer.checkOut(...args);
  buyer.pay();
  const { body } = await accepted(buyer.complete());
  const order = await accepted(buyer.order(body.data?.order_token ?? ''));
  return order.body.data?.order_no ?? '';
}

const refund = async (orderNo: string, ticketIds: number[] | null = null) =>
  await commitRefund(pool, { orderNo, ticketIds });

async function ticketsOf(orderNo: string): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select t.id from ticket t join orders o on o.id = t.order_id where o.order_no = $1 order by t.id`,
    [orderNo],
  );
  return rows.map((row) => row.id);
}

const moveTo = (orderNo: string, berlin: string) =>
  pool.query('update orders set created_at = $2 where order_no = $1', [
    orderNo,
    parseBerlin(berlin),
  ]);

describe('figures of the day', () => {
  it('count tickets, their prices without postage and refunds, and agree with the tables', async () => {
    const concert = await createConcert(pool, { quantity: 50, prices: [2450, 900], presold: 5 });
    const before = await readDaySales(pool, new Date(), true);
    const whole = await buy(concert, { quantity: 3 }, 'postal');
    const partly = await buy(concert, { quantity: 2, type: 1 });
    await refund(whole);
    await refund(partly, (await ticketsOf(partly)).slice(0, 1));
    // a refund that failed and is made again counts once
    await pool.query('update refund set failed_at = now() where amount_cents = 900');
    await refund(partly, []);
    const { today, yesterday, week } = await readDaySales(pool, new Date(), true);
    expect(today.tickets - before.today.tickets).toBe(5);
    const { rows } = await pool.query<{ cents: number; refunded: number }>(
      `select (select sum(amount_cents) from invoice where series = 'invoice') as cents,
         (select sum(amount_cents) from invoice where series = 'cancellation') as refunded`,
    );
    expect(today.revenueCents).toBe((rows[0]?.cents ?? 0) - 450);
    expect(today.revenueCents).toBe(3 * 2450 + 2 * 900);
    expect(today).toMatchObject({ refundedCents: rows[0]?.refunded, refunds: 2 });
    expect(week).toEqual(today);
    expect(yesterday).toEqual({
      tickets: 0,
      complimentary: 0,
      revenueCents: 0,
      refundedCents: 0,
      refunds: 0,
    });

    const [row] = await listTodayConcerts(pool, {
      language: 'de',
      now: new Date(),
      seesMoney: true,
    });
    expect(row?.sale).toEqual({
      sold: 6,
      elsewhere: 5,
      held: 0,
      available: 44,
      capacity: 50,
      today: 5,
      revenueCents: 900,
    });
    // their tickets are the valid ones, as in the list of orders
    const recent = await listRecentOrders(pool);
    const ofConcert = await listRecentOrders(pool, concert.id);
    expect(ofConcert.map(({ orderNo }) => orderNo)).toContain(partly);
    expect(ofConcert.length).toBeLessThanOrEqual(5);
    expect(recent).toContainEqual(
      expect.objectContaining({ orderNo: whole, state: 'cancelled', tickets: 0 }),
    );
    expect(recent).toContainEqual(
      expect.objectContaining({ orderNo: partly, state: 'partly-cancelled', tickets: 1 }),
    );
  });

  it('count complimentary tickets apart', async () => {
    const concert = await createConcert(pool, { quantity: 5 });
    const { today: before } = await readDaySales(pool, new Date(), true);
    const office = await openTestOffice(shop, 'office');
    const { problem } = await office.run('order:complimentary', {
      firstName: 'Pia',
      lastName: 'Presse',
      email: 'pia@example.org',
      language: 'de',
      delivery: 'boxoffice',
      reason: 'press',
      [quantityField(concert.types[0] ?? 0)]: '2',
    });
    expect(problem).toBeNull();
    const { today } = await readDaySales(pool, new Date(), true);
    expect(today).toEqual({ ...before, complimentary: before.complimentary + 2 });
  });

  it('show no money to editors', async () => {
    const { today } = await readDaySales(pool, new Date(), false);
    expect(today).toMatchObject({ revenueCents: null, refundedCents: null, refunds: null });
    const concerts = await listTodayConcerts(pool, {
      language: 'en',
      now: new Date(),
      seesMoney: false,
    });
    expect(concerts.every(({ sale }) => (sale?.revenueCents ?? null) === null)).toBe(true);
  });

  it.each([
    ['midnight in summer', '2026-07-10 23:59', '2026-07-11 00:00'],
    ['midnight in winter', '2026-01-10 23:59', '2026-01-11 00:00'],
    ['the day of 23 hours', '2026-03-29 23:59', '2026-03-30 00:00'],
    ['the day of 25 hours', '2026-10-25 23:59', '2026-10-26 00:00'],
  ])('know Berlin days: %s', async (_, late, early) => {
    const concert = await createConcert(pool, { quantity: 20 });
    await moveTo(await buy(concert, { quantity: 2 }), late);
    await moveTo(await buy(concert, { quantity: 3 }), early);
    const on = async (berlin: string) => {
      const { today, yesterday } = await readDaySales(pool, parseBerlin(berlin), true);
      return [yesterday.tickets, today.tickets];
    };
    expect(await on(late)).toEqual([0, 2]);
    expect(await on(early)).toEqual([2, 3]);
    expect(await on(`${late.slice(0, 10)} 00:00`)).toEqual([0, 2]);
    const sales = await listTodayConcerts(pool, {
      language: 'de',
      now: parseBerlin(early),
      seesMoney: true,
    });
    expect(sales.find(({ id }) => id === concert.id)?.sale?.today).toBe(3);
  });
});

describe('stored sales totals', () => {
  it('count voids, reissues and undone voids', async () => {
    const concert = await createConcert(pool, { quantity: 20, prices: [2000] });
    const orderNo = await buy(concert, { quantity: 2 });
    const [first = 0, second = 0] = await ticketsOf(orderNo);
    await pool.query('update ticket set voided_at = now() where id = $1', [first]);
    await pool.query(
      `insert into ticket (order_id, product_id, ticket_type_id, price_cents, replaces_id)
       select order_id, product_id, ticket_type_id, price_cents, id from ticket where id = $1`,
      [first],
    );
    const counts = async () => {
      const { rows } = await pool.query(
        `select sold, sold_cents, voided, voided_cents from sales_day where ticket_type_id = $1`,
        [concert.types[0]],
      );
      return rows;
    };
    expect(await counts()).toEqual([{ sold: 2, sold_cents: 4000, voided: 0, voided_cents: 0 }]);
    await pool.query('update ticket set voided_at = now() where id = $1', [second]);
    expect(await counts()).toMatchObject([{ voided: 1, voided_cents: 2000 }]);
    await pool.query('update ticket set voided_at = null where id = $1', [second]);
    expect(await counts()).toMatchObject([{ voided: 0, voided_cents: 0 }]);
    expect((await listViolations(pool)).filter((text) => text.includes('counted'))).toEqual([]);
  });

  it('are right when many buy and cancel at once', async () => {
    const concert = await createConcert(pool, { quantity: 100, prices: [2000, 1000] });
    const orders = await Promise.all(
      Array.from({ length: 12 }, (_, n) => buy(concert, { type: n % 2, quantity: 1 + (n % 3) })),
    );
    await Promise.all([
      ...orders.slice(0, 6).map((orderNo) => refund(orderNo)),
      ...Array.from({ length: 6 }, () => buy(concert, { type: 1 })),
    ]);
    const violations = await listViolations(pool);
    expect(violations.filter((text) => /counted|sold/.test(text))).toEqual([]);
  });

  it('are compared with the tickets every night', async () => {
    await checkSales(pool, silent);
    expect((await readCheckResults(pool)).get('sales_day')).toMatchObject({ violations: 0 });
    await pool.query(
      'update sales_day set sold = sold + 1 where day = (select max(day) from sales_day)',
    );
    await checkSales(pool, silent);
    const found = (await readCheckResults(pool)).get('sales_day');
    expect(found?.violations).toBeGreaterThan(0);
    expect(found?.violatedSince).not.toBeNull();
    await pool.query(
      'update sales_day set sold = sold - 1 where day = (select max(day) from sales_day)',
    );
    await checkSales(pool, silent);
    expect((await readCheckResults(pool)).get('sales_day')?.violatedSince).toBeNull();
  });
});

describe('the table of concerts', () => {
  it('counts unexpired holds only, and shows as available what the API offers', async () => {
    const concert = await createConcert(pool, { quantity: 10 });
    const holder = new Buyer(shop);
    await accepted(holder.add(concert, { quantity: 4 }));
    const sale = async () => {
      const all = await listTodayConcerts(pool, {
        language: 'de',
        now: new Date(),
        seesMoney: true,
      });
      return all.find(({ id }) => id === concert.id)?.sale;
    };
    expect(await sale()).toMatchObject({ sold: 0, held: 4, available: 6, capacity: 10 });
    await pool.query(
      `update cart set expires_at = now() - interval '2 minutes',
      release_at = now() - interval '1 minute' where session_id = $1`,
      [holder.sessionId],
    );
    expect(await sale()).toMatchObject({ sold: 0, held: 0, available: 10, capacity: 10 });
  });
});
