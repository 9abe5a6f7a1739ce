import { expect, test } from 'vitest';
import { testLog } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { cancelConcert } from '#test/shop/cancel-concert.ts';
import { openChoiceLink } from '#test/shop/choice-link.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';

testLog.level = 'fatal';
const shop = await openShop();
const { pool, sandbox, deps } = shop;
await pool.query(
  `update festival set content = jsonb_set(content, '{association,donations}',
     '{"purpose":{"de":"Für junge Musiker","en":"For young musicians"},"note":{"de":"Danke","en":"Thanks"}}')`,
);
await deps.festival.reload();
const office = await openTestOffice(shop, 'admin');

/** The orders that Today names because donated money went back. */
const listReturned = async () => {
  const { tasks } = await office.query('today:overview', {});
  return tasks.find(({ key }) => key === 'donation-returned')?.orderNumbers ?? [];
};

/** Buys for a concert that is then cancelled, and donates a part of the money. */
async function donate() {
  const concert = await createConcert(pool, { quantity: 10, prices: [3650] });
  const bought = await buyOrder(shop, concert);
  const run = await cancelConcert(office, concert, { donation: true });
  await shop.runJobs('step-run-item');
  const link = await openChoiceLink(shop, run, bought.orderNo);
  await link.answer('part', '20,50');
  await link.due();
  await shop.runJobs('step-run-item', 'execute-refund');
  expect(await link.state()).toEqual({ state: 'shared', donated: 2050 });
  return bought;
}

test.each([
  ['a refund in the dashboard', (intent: string) => sandbox.faults.dashboardRefund(intent, 2000)],
  [
    'a lost dispute',
    (intent: string) => sandbox.faults.closeDispute(sandbox.faults.openDispute(intent).id, 'lost'),
  ],
])(
  '%s after a donation is on Today until somebody notes what becomes of it',
  async (_, giveBack) => {
    const { orderNo, intent } = await donate();
    expect(await listReturned()).toEqual([]);
    giveBack(intent);
    await sandbox.events.delivered();
    expect(await listReturned()).toEqual([orderNo]);
    const { rows } = await office.query('order:list', { state: 'donation-returned' });
    expect(rows.map((row) => row.orderNo)).toEqual([orderNo]);
    await office.run('order:note', { orderNo, note: 'No receipt.' });
    expect(await listReturned()).toEqual([]);
  },
);
