import { beforeEach, describe, expect, test } from 'vitest';
import { testLog } from '#test/database.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import { drain, loseWebhooks } from '#test/shop/drain.ts';
import { type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { loseTickets as loseTicketsOf } from '#test/shop/lose-tickets.ts';
import { countTickets, listRefunds } from '#test/shop/refund-state.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { countViolations } from '../invariants.ts';
import { reconcile } from './reconcile.ts';
import { executeRefund } from './execute-refund.ts';
import { unresolvedRefundSql } from '../orders/cancel-order.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { commitRefund } from '#test/shop/commit-refund.ts';

// these tests cause failed refunds on purpose, so their error logs are silenced
testLog.level = 'fatal';
const shop = await openShop();
const { pool, sandbox, payment } = shop;
let concert: TestConcert;
let buyer: Buyer;

beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 2 });
  buyer = new Buyer(shop);
});

/** A payment whose tickets were no longer available; its refund is requested, not yet executed. */
const loseTickets = (refundState?: 'pending' | 'fails'): Promise<number> =>
  loseTicketsOf(shop, buyer, concert, refundState);

/** The payments with a failed refund, which are a task of the office. */
async function failedRefunds(): Promise<string[]> {
  const { rows } = await pool.query<{ intent_id: string }>(
    `select intent_id from refund where ${unresolvedRefundSql}`,
  );
  return rows.map((row) => row.intent_id);
}

const refundsOf = (intent = buyer.intent) => listRefunds(pool, intent);
const lastRefund = async (intent: string): Promise<number> => {
  const { rows } = await pool.query<{ id: number }>(
    'select max(id)::integer as id from refund where intent_id = $1',
    [intent],
  );
  return rows[0]?.id ?? 0;
};
const tickets = () => countTickets(pool, concert);
const theirRefunds = () =>
  sandbox.faults.refunds().filter(({ payment_intent: intent }) => intent === buyer.intent);

describe('a requested refund', () => {
  test('is made once, however often its job runs', async () => {
    const id = await loseTickets();
    await Promise.all([executeRefund(payment, id), executeRefund(payment, id)]);
    await executeRefund(payment, id);
    expect(theirRefunds().map(({ amount }) => amount)).toEqual([4800]);
    expect(await refundsOf()).toEqual([
      { reason: 'tickets_gone', cents: 4800, state: 'succeeded' },
    ]);
    expect(await drain(shop)).toEqual([]);
  });

  test('is made by the reconciliation when its job was lost', async () => {
    const id = await loseTickets();
    await pool.query(`select graphile_worker.remove_job($1)`, [`refund-${id}`]);
    await pool.query(`update refund set requested_at = requested_at - interval '2 minutes'`);
    await reconcile(payment);
    expect(await refundsOf()).toMatchObject([{ state: 'succeeded' }]);
  });

  test.each(['error', 'cut', 'silence'] as const)(
    'whose response was lost (%s after the work) is found, not made again',
    async (effect) => {
      const id = await loseTickets();
      const shopWithTimeout = await openShopWithShortTimeout();
      sandbox.faults.route({ route: 'POST /v1/refunds', effect, when: 'after' });
      // the client retries after a lost connection; other failures fail the job's attempt
      await executeRefund(shopWithTimeout.payment, id).catch(() => undefined);
      await executeRefund(payment, id);
      expect(theirRefunds()).toHaveLength(1);
      expect(await refundsOf()).toMatchObject([{ state: 'succeeded' }]);
    },
  );

  test.each([500, 403, 429])(
    'that failed (%s) before it started, and whose failure the provider stores under its key, is made all the same',
    async (status) => {
      const id = await loseTickets();
      sandbox.faults.route({ route: 'POST /v1/refunds', effect: 'error', status, isStored: true });
      await expect(executeRefund(payment, id)).rejects.toThrow();
      await executeRefund(payment, id);
      expect(theirRefunds()).toHaveLength(1);
      expect(await refundsOf()).toMatchObject([{ state: 'succeeded' }]);
    },
  );

  test.each([
    { of: 'one ticket', dashboardCents: 0 },
    { of: 'the rest beside the dashboard', dashboardCents: 100 },
  ])(
    'of $of is made once by two processes, one of which loses its response',
    async ({ dashboardCents }) => {
      sandbox.faults.clear();
      const { orderNo, intent } = await buyOrder(shop, concert, { quantity: 2 });
      if (dashboardCents > 0) sandbox.faults.dashboardRefund(intent, dashboardCents);
      await sandbox.events.delivered();
      loseWebhooks(shop);
      const { rows } = await pool.query<{ id: number }>(
        'select id from ticket where product_id = $1 order by id limit 1',
        [concert.productId],
      );
      const ticketIds = dashboardCents > 0 ? null : rows.map(({ id }) => id);
      const { cents } = await commitRefund(pool, { orderNo, ticketIds });
      const id = await lastRefund(intent);
      sandbox.faults.route({ route: 'GET /v1/refunds', effect: 'hold', when: 'after' });
      const slow = executeRefund(payment, id).catch(() => undefined);
      await sandbox.faults.held();
      sandbox.faults.route({ route: 'POST /v1/refunds', effect: 'error', when: 'after' });
      await expect(executeRefund(payment, id)).rejects.toThrow();
      sandbox.faults.release();
      await slow;
      await executeRefund(payment, id);
      const theirs = sandbox.faults.refunds().filter((each) => each.payment_intent === intent);
      expect(theirs.map(({ amount }) => amount).filter((amount) => amount > 100)).toEqual([cents]);
      expect((await refundsOf(intent)).at(-1)).toEqual({
        reason: 'office',
        cents,
        state: 'succeeded',
      });
      expect(await drain(shop)).toEqual([]);
    },
  );

  test('partly refunded in the dashboard in the meantime is made for the rest', async () => {
    const id = await loseTickets();
    sandbox.faults.dashboardRefund(buyer.intent, 1000);
    await executeRefund(payment, id).catch(() => undefined);
    await executeRefund(payment, id);
    expect(theirRefunds().map(({ amount }) => amount)).toEqual([1000, 3800]);
    expect((await refundsOf()).map(({ cents }) => cents).toSorted((a, b) => a - b)).toEqual([
      1000, 3800,
    ]);
    expect(await drain(shop)).toEqual([]);
  });

  test('fully refunded in the dashboard in the meantime is not made again', async () => {
    const id = await loseTickets();
    sandbox.faults.dashboardRefund(buyer.intent);
    await executeRefund(payment, id);
    expect(theirRefunds()).toHaveLength(1);
    // the dashboard's refund has replaced ours, and the money counts once
    expect(await refundsOf()).toEqual([
      { reason: 'tickets_gone', cents: 4800, state: 'failed' },
      { reason: 'dashboard', cents: 4800, state: 'succeeded' },
    ]);
    expect(await drain(shop)).toEqual([]);
  });

  test('pending at first, then arrived', async () => {
    const id = await loseTickets('pending');
    await executeRefund(payment, id);
    expect(await refundsOf()).toMatchObject([{ state: 'pending' }]);
    sandbox.faults.clear();
    sandbox.faults.endRefund(theirRefunds()[0]?.id ?? '', 'succeeded');
    await sandbox.events.delivered();
    expect(await refundsOf()).toMatchObject([{ state: 'succeeded' }]);
  });

  test('that fails later counts as not made, for good, even when events arrive out of order', async () => {
    const id = await loseTickets('fails');
    await executeRefund(payment, id);
    expect(await refundsOf()).toMatchObject([{ state: 'succeeded' }]);
    sandbox.faults.clear();
    sandbox.faults.webhooks({ effect: 'reverse', times: 2 });
    sandbox.faults.endRefund(theirRefunds()[0]?.id ?? '', 'failed');
    await sandbox.events.delivered();
    expect(await refundsOf()).toMatchObject([{ state: 'failed' }]);
    // a task of its own, and no violation beside it
    expect(await failedRefunds()).toEqual([buyer.intent]);
    expect(await countViolations(pool)).toMatchObject({ paid_without_ticket_or_refund: 0 });
    // the association refunds it by hand
    sandbox.faults.dashboardRefund(buyer.intent);
    await sandbox.events.delivered();
    expect(await failedRefunds()).toEqual([]);
  });

  /** A shop on the same database with a provider timeout of 250 ms. */
  async function openShopWithShortTimeout() {
    const { Stripe } = await import('stripe');
    const { hostname, port } = new URL(sandbox.url);
    const stripe = new Stripe('sk_test_sandbox', {
      host: hostname,
      port,
      protocol: 'http',
      timeout: 250,
      maxNetworkRetries: 0,
    });
    return { payment: { ...payment, provider: { ...payment.provider, stripe } } };
  }
});

describe('a refund of the office that failed at the provider', () => {
  let orderNo: string;

  /** The number of cancellation invoices, and the jobs that make their PDFs and mails. */
  async function cancellations() {
    const { rows } = await pool.query<{ invoices: number; jobs: number; cents: number }>(
      `select count(*)::int as invoices, coalesce(sum(amount_cents), 0)::int as cents,
         count(j.key)::int as jobs
       from invoice i join orders o on o.id = i.order_id
         left join graphile_worker._private_jobs j on j.key = 'cancellation-' || i.id
       where o.order_no = $1 and i.series = 'cancellation'`,
      [orderNo],
    );
    return rows[0];
  }

  beforeEach(async () => {
    sandbox.faults.clear();
    await buyer.checkOut(concert, { quantity: 2 }, 'postal');
    buyer.pay();
    const { body } = await accepted(buyer.complete());
    const order = await buyer.order(body.data?.order_token ?? '');
    orderNo = order.body.data?.order_no ?? '';
  });

  async function refundThatFails(ticketIds: number[] | null): Promise<void> {
    await commitRefund(pool, { orderNo, ticketIds });
    sandbox.faults.nextRefund('fails');
    await shop.runJobs('execute-refund');
    sandbox.faults.clear();
    sandbox.faults.endRefund(theirRefunds()[0]?.id ?? '', 'failed');
    await sandbox.events.delivered();
    expect((await refundsOf()).at(-1)).toMatchObject({ state: 'failed' });
  }

  test('is made again, with one cancellation invoice, even when requested twice at once', async () => {
    await refundThatFails(null);
    const again = await Promise.allSettled(
      [1, 2].map(() => commitRefund(pool, { orderNo, ticketIds: null })),
    );
    expect(again.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await shop.runJobs('execute-refund');
    expect(await refundsOf()).toEqual([
      { reason: 'office', cents: 5250, state: 'failed' },
      { reason: 'office', cents: 5250, state: 'succeeded' },
    ]);
    expect(await cancellations()).toEqual({ invoices: 1, jobs: 1, cents: 5250 });
    expect(await drain(shop)).toEqual([]);
  });

  test('because it was refused is made again once the provider accepts it', async () => {
    loseWebhooks(shop);
    const dispute = sandbox.faults.openDispute(buyer.intent);
    await commitRefund(pool, { orderNo, ticketIds: null });
    await shop.runJobs('execute-refund');
    const { rows } = await pool.query(
      `select failure from refund where failed_at is not null
      and resolved_at is null and intent_id = $1`,
      [buyer.intent],
    );
    expect(rows).toEqual([{ failure: 'charge_disputed' }]);
    sandbox.faults.closeDispute(dispute.id, 'won');
    await commitRefund(pool, { orderNo, ticketIds: null });
    await shop.runJobs('execute-refund');
    expect((await refundsOf()).map(({ state }) => state)).toEqual(['failed', 'succeeded']);
    expect(theirRefunds().map(({ amount }) => amount)).toEqual([5250]);
    expect(await cancellations()).toMatchObject({ invoices: 1 });
    expect(await drain(shop)).toEqual([]);
  });

  test('of one ticket is made again alone, or with the rest of the order', async () => {
    const { rows } = await pool.query<{ id: number }>(
      `select id from ticket where product_id = $1 order by id limit 1`,
      [concert.productId],
    );
    await refundThatFails(rows.map(({ id }) => id));
    const retried = await commitRefund(pool, { orderNo, ticketIds: [] });
    expect(retried).toEqual({ invoiceCents: 0, cents: 0, retriedCents: 2400, ticketIds: [] });
    await shop.runJobs('execute-refund');
    expect(await cancellations()).toMatchObject({ invoices: 1, cents: 2400 });
    expect(await tickets()).toMatchObject({ valid: 1 });
    expect(await commitRefund(pool, { orderNo, ticketIds: null })).toMatchObject({
      cents: 2850,
      retriedCents: 0,
    });
    expect(await cancellations()).toMatchObject({ invoices: 2, cents: 5250 });
    expect(await drain(shop)).toEqual([]);
  });

  test('keeps its cancellation invoice when it is made by hand in the dashboard', async () => {
    await refundThatFails(null);
    sandbox.faults.dashboardRefund(buyer.intent);
    await sandbox.events.delivered();
    expect(await cancellations()).toEqual({ invoices: 1, jobs: 1, cents: 5250 });
    expect(await drain(shop)).toEqual([]);
  });
});

describe('a refund in the dashboard', () => {
  beforeEach(async () => {
    sandbox.faults.clear();
    await buyer.checkOut(concert, { quantity: 2 }, 'postal');
    buyer.pay();
    await accepted(buyer.complete());
    await sandbox.events.delivered();
  });

  test('of everything voids the tickets, once, and their places are on sale again', async () => {
    sandbox.faults.webhooks({ effect: 'duplicate', times: 9 });
    sandbox.faults.dashboardRefund(buyer.intent);
    await sandbox.events.delivered();
    expect(await tickets()).toEqual({ valid: 0, void: 2, sold: 0 });
    expect(await refundsOf()).toEqual([{ reason: 'dashboard', cents: 5250, state: 'succeeded' }]);
    expect(await drain(shop)).toEqual([]);
    expect((await new Buyer(shop).add(concert, { quantity: 2 })).status).toBe(200);
    // the link still shows the order
    expect((await buyer.complete()).status).toBe(200);
  });

  test('of parts leaves the tickets valid until the whole amount is refunded', async () => {
    sandbox.faults.dashboardRefund(buyer.intent, 1000);
    await sandbox.events.delivered();
    expect(await tickets()).toMatchObject({ valid: 2 });
    sandbox.faults.dashboardRefund(buyer.intent);
    await sandbox.events.delivered();
    expect(await tickets()).toMatchObject({ valid: 0, sold: 0 });
    expect(await drain(shop)).toEqual([]);
  });

  test('is found by the reconciliation when its webhook is lost', async () => {
    loseWebhooks(shop);
    sandbox.faults.dashboardRefund(buyer.intent);
    await Promise.all([reconcile(payment), reconcile(payment)]);
    expect(await tickets()).toMatchObject({ valid: 0, sold: 0 });
    expect(await drain(shop)).toEqual([]);
  });

  test('that fails after the tickets were voided is a failed refund', async () => {
    sandbox.faults.nextRefund('pending');
    sandbox.faults.dashboardRefund(buyer.intent);
    await sandbox.events.delivered();
    expect(await tickets()).toMatchObject({ valid: 0 });
    loseWebhooks(shop);
    sandbox.faults.endRefund(theirRefunds()[0]?.id ?? '', 'failed');
    await reconcile(payment);
    expect(await failedRefunds()).toEqual([buyer.intent]);
    expect(await countViolations(pool)).toMatchObject({ paid_without_ticket_or_refund: 0 });
    sandbox.faults.dashboardRefund(buyer.intent);
    await reconcile(payment);
    expect(await failedRefunds()).toEqual([]);
  });

  test('made before we knew of the payment leaves no order, and nothing to refund', async () => {
    loseWebhooks(shop);
    const quick = new Buyer(shop);
    const other = await createConcert(pool, { quantity: 1 });
    await quick.checkOut(other);
    quick.pay();
    sandbox.faults.dashboardRefund(quick.intent);
    expect((await quick.complete()).status).toBe(409);
    await reconcile(payment);
    expect(await refundsOf(quick.intent)).toMatchObject([{ reason: 'dashboard' }]);
    expect(await drain(shop)).toEqual([]);
  });
});
