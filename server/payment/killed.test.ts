// Process or database die at any statement of settling: nothing is half done, nothing is lost.
import { beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, testLog } from '#test/database.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import { newEmail, PASSWORD } from '#test/registration.ts';
import { drain, loseWebhooks } from '#test/shop/drain.ts';
import { type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { endHoldLongAgo, advance } from '#test/shop/advance-time.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { PageBuyer } from '#test/shop/page-buyer.ts';
import { listViolations } from '../invariants.ts';
import { reconcile } from './reconcile.ts';

testLog.level = 'fatal';
const database = await createTestDatabase();
const shop = await openShop({ database });
const { pool, sandbox, payment } = shop;
let concert: TestConcert;
let buyer: Buyer;

await pool.query(`
  create sequence kills;
  create function end_connection() returns trigger language plpgsql as $$
  begin
    -- a sequence remembers what a transaction forgets: it strikes once
    if nextval('kills') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
    return coalesce(new, old);
  end $$`);

beforeEach(async () => {
  loseWebhooks(shop);
  concert = await createConcert(pool, { quantity: 2 });
  buyer = new Buyer(shop);
});

/** Makes the next such statement on the table end its own connection. */
async function killAt(when: string): Promise<() => Promise<void>> {
  const [moment, table] = [when.split(' on ')[0], when.split(' on ')[1]];
  const trigger = moment?.startsWith('commit')
    ? `create constraint trigger kill after insert on ${table} deferrable initially deferred`
    : `create trigger kill before ${moment} on ${table}`;
  await pool.query(`select setval('kills', 1, false)`);
  await pool.query(`${trigger} for each row execute function end_connection()`);
  return async () => void (await pool.query(`drop trigger kill on ${table}`));
}

describe('settling with an order', () => {
  test.each([
    'update on checkout',
    'delete on hold',
    'update on stock',
    'update on cart',
    'insert on orders',
    'insert on ticket',
    'insert on invoice_counter',
    'insert on invoice',
    'commit on orders',
  ])('killed at %s', async (when) => {
    await buyer.checkOut(concert, { quantity: 2 });
    buyer.pay();
    const removeTrigger = await killAt(when);
    expect((await buyer.complete()).status).toBe(503);
    expect(await listViolations(pool)).toEqual([]);
    await removeTrigger();
    expect((await buyer.complete()).status).toBe(200);
    expect(await drain(shop)).toEqual([]);
  });
});

describe('settling a hosted page', () => {
  test.each([
    'update on checkout',
    'delete on hold',
    'update on stock',
    'insert on orders',
    'insert on invoice',
    'commit on orders',
  ])('killed at %s', async (when) => {
    const pageBuyer = new PageBuyer(shop);
    await pageBuyer.checkOutByPage(concert, { quantity: 2 });
    pageBuyer.payPage();
    const removeTrigger = await killAt(when);
    expect((await pageBuyer.comeBack()).status).toBe(503);
    expect(await listViolations(pool)).toEqual([]);
    await removeTrigger();
    expect((await pageBuyer.comeBack()).status).toBe(200);
    expect(await drain(shop)).toEqual([]);
  });

  test('killed between the payment and everything else: the reconciliation settles it', async () => {
    const pageBuyer = new PageBuyer(shop);
    await pageBuyer.checkOutByPage(concert, { quantity: 2 });
    pageBuyer.payPage();
    const removeTrigger = await killAt('update on checkout');
    expect((await pageBuyer.comeBack()).status).toBe(503);
    await removeTrigger();
    await advance(pool, pageBuyer, 2);
    expect(await reconcile(payment)).toMatchObject({ settled: 1 });
    expect(await drain(shop)).toEqual([]);
  });
});

describe('settling with a refund', () => {
  test.each([
    'insert on refund',
    'insert on mail',
    'update on checkout',
    'insert on graphile_worker._private_jobs',
    'commit on refund',
  ])('killed at %s', async (when) => {
    await buyer.checkOut(concert, { quantity: 2 });
    buyer.pay('pm_card_processing');
    await endHoldLongAgo(pool, buyer);
    await accepted(new Buyer(shop).add(concert));
    sandbox.faults.endProcessing(buyer.intent, 'succeed');
    const removeTrigger = await killAt(when);
    expect((await buyer.complete()).status).toBe(503);
    expect(await listViolations(pool)).toEqual([]);
    await removeTrigger();
    await reconcile(payment);
    expect((await buyer.complete()).body.error_I18n).toContain('REFUNDED');
    expect(await drain(shop)).toEqual([]);
  });
});

describe('holding and freezing', () => {
  test.each(['update on stock', 'insert on hold', 'insert on cart', 'commit on hold'])(
    'adding, killed at %s',
    async (when) => {
      const removeTrigger = await killAt(when);
      expect((await buyer.add(concert)).status).toBe(503);
      await removeTrigger();
      expect(await listViolations(pool)).toEqual([]);
      expect((await buyer.cart()).body.msgCode).toBe(6109);
      expect((await buyer.add(concert, { quantity: 2 })).status).toBe(200);
    },
  );

  test.each([
    'insert on mail',
    'insert on access_token',
    'insert on delivery_details',
    'commit on delivery_details',
  ])('creating an account with the details, killed at %s', async (when) => {
    await accepted(buyer.add(concert));
    const password = { password: PASSWORD, password_confirmation: PASSWORD };
    const save = () => buyer.details({ email, ...password });
    const email = newEmail();
    const removeTrigger = await killAt(when);
    expect((await save()).status).toBe(503);
    await removeTrigger();
    expect((await save()).body.user?.access_token).toBeTruthy();
  });

  test.each([
    'insert on checkout',
    'insert on checkout_line',
    'update on cart',
    'update on checkout',
  ])('initiating, killed at %s', async (when) => {
    await accepted(buyer.add(concert));
    await accepted(buyer.details());
    await accepted(buyer.delivery('boxoffice'));
    const removeTrigger = await killAt(when);
    expect((await buyer.initiate()).status).toBe(503);
    await removeTrigger();
    await accepted(buyer.initiate());
    buyer.pay();
    await accepted(buyer.complete());
    expect(await drain(shop)).toEqual([]);
  });

  test.each([
    'insert on checkout',
    'insert on checkout_line',
    'update on cart',
    // the provider has created the page, but we do not know its address
    'update on checkout',
  ])('opening a hosted page, killed at %s', async (when) => {
    const pageBuyer = new PageBuyer(shop);
    await accepted(pageBuyer.add(concert));
    await accepted(pageBuyer.details());
    await accepted(pageBuyer.delivery('boxoffice'));
    const removeTrigger = await killAt(when);
    expect((await pageBuyer.openPage()).status).toBe(503);
    await removeTrigger();
    const pages = sandbox.faults.sessions().length;
    expect((await pageBuyer.openPage()).status).toBe(200);
    // the key finds a page that was created
    const made = when === 'update on checkout' ? 0 : 1;
    expect(sandbox.faults.sessions()).toHaveLength(pages + made);
    pageBuyer.payPage();
    expect((await pageBuyer.comeBack()).status).toBe(200);
    expect(await drain(shop)).toEqual([]);
  });

  test('changing the cart, killed after the provider has expired the page', async () => {
    const pageBuyer = new PageBuyer(shop);
    await pageBuyer.checkOutByPage(concert);
    const removeTrigger = await killAt('update on checkout');
    expect((await pageBuyer.add(concert)).status).toBe(503);
    await removeTrigger();
    await accepted(pageBuyer.add(concert));
    expect((await pageBuyer.openPage()).status).toBe(200);
    expect(await drain(shop)).toEqual([]);
  });

  test('cancelling, killed after the provider has cancelled', async () => {
    await buyer.checkOut(concert);
    const removeTrigger = await killAt('update on checkout');
    expect((await buyer.add(concert)).status).toBe(503);
    await removeTrigger();
    await accepted(buyer.add(concert));
    await accepted(buyer.initiate());
    expect(await drain(shop)).toEqual([]);
  });
});
