import { beforeEach, describe, expect, test } from 'vitest';
import { testLog } from '#test/database.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import { commitRefund } from '#test/shop/commit-refund.ts';
import { type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { openTestOffice } from '#test/office.ts';
import { drain, loseWebhooks } from '#test/shop/drain.ts';
import { loseTickets } from '#test/shop/lose-tickets.ts';
import { countTickets, listRefunds } from '#test/shop/refund-state.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { countViolations, listViolatingPayments } from '../invariants.ts';
import { executeRefund } from './execute-refund.ts';
import { reconcile } from './reconcile.ts';

// refunds fail on purpose
testLog.level = 'fatal';
const shop = await openShop();
const { pool, sandbox, payment } = shop;
const office = await openTestOffice(shop, 'admin');
let concert: TestConcert;
let buyer: Buyer;

beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 2 });
  buyer = new Buyer(shop);
});

const refundsOf = () => listRefunds(pool, buyer.intent);
const tickets = () => countTickets(pool, concert);

describe('a dispute', () => {
  const disputes = async () => {
    const { rows } = await pool.query<{ status: string; closed: boolean }>(
      `select status, closed_at is not null as closed from dispute where intent_id = $1`,
      [buyer.intent],
    );
    return rows;
  };

  beforeEach(async () => {
    sandbox.faults.clear();
    await buyer.checkOut(concert);
    buyer.pay();
    await accepted(buyer.complete());
  });

  const orderNoOf = async () => {
    const { rows } = await pool.query<{ order_no: string }>(
      `select o.order_no from orders o join checkout c on c.id = o.checkout_id where c.intent_id = $1`,
      [buyer.intent],
    );
    return rows[0]?.order_no ?? '';
  };

  const loseDispute = async () => {
    const dispute = sandbox.faults.openDispute(buyer.intent);
    sandbox.faults.closeDispute(dispute.id, 'lost');
    await sandbox.events.delivered();
  };

  test('is marked, the tickets stay valid', async () => {
    const dispute = sandbox.faults.openDispute(buyer.intent);
    await sandbox.events.delivered();
    expect(await disputes()).toEqual([{ status: 'needs_response', closed: false }]);
    sandbox.faults.closeDispute(dispute.id, 'won');
    await sandbox.events.delivered();
    expect(await disputes()).toEqual([{ status: 'won', closed: true }]);
    expect(await tickets()).toMatchObject({ valid: 1 });
  });

  test('that was prevented is closed', async () => {
    const dispute = sandbox.faults.openDispute(buyer.intent);
    sandbox.faults.closeDispute(dispute.id, 'prevented');
    await sandbox.events.delivered();
    expect(await disputes()).toEqual([{ status: 'prevented', closed: true }]);
  });

  test('is open again while the lost one is appealed', async () => {
    const dispute = sandbox.faults.openDispute(buyer.intent);
    sandbox.faults.closeDispute(dispute.id, 'lost');
    await sandbox.events.delivered();
    sandbox.faults.resumeDispute(dispute.id);
    await sandbox.events.delivered();
    expect(await disputes()).toEqual([{ status: 'appeal_under_review', closed: false }]);
    sandbox.faults.closeDispute(dispute.id, 'won');
    await sandbox.events.delivered();
    expect(await disputes()).toEqual([{ status: 'won', closed: true }]);
  });

  test('that is won on appeal owes the refund that failed because of it, without an order, too', async () => {
    const late = new Buyer(shop);
    const id = await loseTickets(shop, late, await createConcert(pool, { quantity: 2 }));
    const dispute = sandbox.faults.openDispute(late.intent);
    await executeRefund(payment, id);
    sandbox.faults.clear();
    sandbox.faults.closeDispute(dispute.id, 'lost');
    await sandbox.events.delivered();
    sandbox.faults.resumeDispute(dispute.id);
    sandbox.faults.closeDispute(dispute.id, 'won');
    await sandbox.events.delivered();
    expect((await office.run('order:retry-refund', { refund: String(id) })).problem).toBeNull();
    expect(await drain(shop)).toEqual([]);
  });

  test('whose end is reported before its start is closed', async () => {
    sandbox.faults.webhooks({ effect: 'reverse', times: 2 });
    const dispute = sandbox.faults.openDispute(buyer.intent);
    sandbox.faults.closeDispute(dispute.id, 'lost');
    await sandbox.events.delivered();
    expect(await disputes()).toEqual([{ status: 'lost', closed: true }]);
    await commitRefund(pool, { orderNo: await orderNoOf(), ticketIds: null });
  });

  test('that is lost settles a refund that failed because of it', async () => {
    loseWebhooks(shop);
    const dispute = sandbox.faults.openDispute(buyer.intent);
    await commitRefund(pool, { orderNo: await orderNoOf(), ticketIds: null });
    await shop.runJobs('execute-refund');
    expect(await refundsOf()).toMatchObject([{ state: 'failed' }]);
    expect((await countViolations(pool)).paid_without_ticket_or_refund).toBe(0);
    sandbox.faults.closeDispute(dispute.id, 'lost');
    await reconcile(payment);
    const { rows } = await pool.query('select resolution from refund where intent_id = $1', [
      buyer.intent,
    ]);
    expect(rows).toEqual([{ resolution: 'dispute' }]);
    expect(await drain(shop)).toEqual([]);
  });

  test('that is lost leaves the tickets to the office, and is no violation', async () => {
    const orderNo = await orderNoOf();
    await loseDispute();
    expect(await listViolatingPayments(pool)).not.toContain(buyer.intent);
    expect(await commitRefund(pool, { orderNo, ticketIds: null })).toMatchObject({
      cents: 0,
      invoiceCents: 2400,
    });
    await shop.runJobs('execute-refund');
    expect(await refundsOf()).toEqual([]);
    const { rows } = await pool.query(
      `select amount_cents from invoice where series = 'cancellation' and order_id =
         (select id from orders where order_no = $1)`,
      [orderNo],
    );
    expect(rows).toEqual([{ amount_cents: 2400 }]);
    expect(await tickets()).toMatchObject({ valid: 0 });
    await expect(commitRefund(pool, { orderNo, ticketIds: null })).rejects.toThrow('nothing left');
    expect(await drain(shop)).toEqual([]);
  });

  test('that is open refuses a refund, a mere inquiry does not', async () => {
    const orderNo = await orderNoOf();
    sandbox.faults.openDispute(buyer.intent);
    await sandbox.events.delivered();
    await expect(commitRefund(pool, { orderNo, ticketIds: null })).rejects.toThrow('disputed');
    expect(await tickets()).toMatchObject({ valid: 1 });
    await pool.query(`update dispute set status = 'warning_needs_response' where intent_id = $1`, [
      buyer.intent,
    ]);
    expect(await commitRefund(pool, { orderNo, ticketIds: null })).toMatchObject({ cents: 2400 });
  });

  test('is found by the reconciliation when its webhook is lost', async () => {
    loseWebhooks(shop);
    sandbox.faults.openDispute(buyer.intent);
    await reconcile(payment);
    expect(await disputes()).toEqual([{ status: 'needs_response', closed: false }]);
  });
});
