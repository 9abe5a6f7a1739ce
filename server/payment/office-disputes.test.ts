import { beforeEach, describe, expect, test } from 'vitest';
import { openTestOffice } from '#test/office.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { drain } from '#test/shop/drain.ts';
import { openShop } from '#test/shop/open-shop.ts';

const shop = await openShop();
const { pool, sandbox } = shop;
const office = await openTestOffice(shop, 'office');
let concert: TestConcert;

const buy = () => buyOrder(shop, concert);
const stateOf = async (orderNo: string) => (await office.query('order:page', { orderNo })).state;

beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 20 });
});

describe('a dispute', () => {
  test('refuses refunds while it is open; a lost one waits for a decision about the tickets', async () => {
    const { orderNo, intent } = await buy();
    const dispute = sandbox.faults.openDispute(intent);
    await sandbox.events.delivered();
    const refused = await office.run('order:refund', { orderNo, whole: '1', reason: 'ill' });
    expect(refused.problem?.status).toBe(409);
    const preview = await office.query('order:refund-preview', { orderNo, tickets: null });
    expect(preview.problem).toContain('disputed');
    sandbox.faults.closeDispute(dispute.id, 'lost');
    await sandbox.events.delivered();
    const listed = await office.query('order:list', { state: 'dispute-lost' });
    expect(listed.rows.map((row) => row.orderNo)).toEqual([orderNo]);
    const page = await office.query('order:page', { orderNo });
    expect(page).toMatchObject({ refundableCents: 0, owedCents: 0, needsTicketDecision: true });
    const { tasks } = await office.query('today:overview', {});
    expect(tasks.find(({ key }) => key === 'tickets-undecided')?.orderNumbers).toEqual([orderNo]);
    const undecided = await office.query('order:list', { state: 'tickets-undecided' });
    expect(undecided.rows.map((row) => row.orderNo)).toEqual([orderNo]);
    expect((await office.run('order:mark-valid', { orderNo })).problem).toBeNull();
    const decided = await office.query('order:list', { state: 'tickets-undecided' });
    expect(decided.rows).toEqual([]);
    expect((await office.query('order:page', { orderNo })).needsTicketDecision).toBe(false);
    expect((await office.run('order:mark-valid', { orderNo })).problem?.status).toBe(409);
    expect(await drain(shop)).toEqual([]);
  });

  test('that is lost makes tickets void without promising money', async () => {
    const { orderNo, intent } = await buy();
    const dispute = sandbox.faults.openDispute(intent);
    sandbox.faults.closeDispute(dispute.id, 'lost');
    await sandbox.events.delivered();
    const preview = await office.query('order:refund-preview', { orderNo, tickets: null });
    expect(preview).toMatchObject({ problem: null, cents: 0 });
    await office.run('order:refund', { orderNo, whole: '1', reason: 'lost' });
    expect(await stateOf(orderNo)).toBe('cancelled');
    expect((await office.query('order:page', { orderNo })).needsTicketDecision).toBe(false);
    expect(await drain(shop)).toEqual([]);
  });
});
