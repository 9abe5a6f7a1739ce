import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestApi } from '#test/api-app.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import { testLog } from '#test/database.ts';
import { registration } from '#test/registration.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { commitRefund } from '#test/shop/commit-refund.ts';
import { commands } from './commands.ts';
import type { CliContext } from './connect.ts';
import { UsageError } from './arguments.ts';
import { runOfficeCommand } from './run-office-command.ts';

const shop = await openShop();
const { pool, env } = shop;
const cli = { pool, env, log: testLog, isShopRunning: true } as CliContext;
const concert = await createConcert(pool, { quantity: 9 });

async function fillCart(): Promise<Buyer> {
  const buyer = new Buyer(shop);
  await accepted(buyer.add(concert, { quantity: 1 }));
  return buyer;
}

/** The entries that a run of a command writes. */
async function entriesWhile(run: () => Promise<unknown>): Promise<string[]> {
  const last = await pool.query<{ id: string }>(
    `select coalesce(max(id), 0) as id from audit_event`,
  );
  await run();
  const { rows } = await pool.query<{ command: string; actor_name: string }>(
    `select command, actor_name from audit_event where id > $1 order by id`,
    [last.rows[0]?.id],
  );
  for (const { actor_name: actor } of rows) expect(actor).toBe(userInfo().username);
  return rows.map(({ command }) => command);
}

const entriesOf = (name: string, ...args: string[]): Promise<string[]> =>
  entriesWhile(async () => await commands[name]?.run(cli, args));

/** Whether order:print writes a PDF, and its entries. */
async function printed(...args: string[]): Promise<[boolean, string[]]> {
  const file = path.join(tmpdir(), `${crypto.randomUUID()}.pdf`);
  const entries = await entriesWhile(
    async () => await runOfficeCommand(cli, 'order:print', [...args, '--file', file]),
  );
  const isPdf = readFileSync(file, 'latin1').startsWith('%PDF-');
  rmSync(file);
  return [isPdf, entries];
}

test('every change of the command line has its entry', async () => {
  const buyer = await fillCart();
  await accepted(buyer.details({ email: 'wieck@example.org' }));
  await accepted(buyer.delivery('postal'));
  await accepted(buyer.initiate());
  buyer.pay();
  const { body } = await accepted(buyer.complete());
  const order = await accepted(buyer.order(body.data?.order_token ?? ''));
  const orderNo = order.body.data?.order_no ?? '';
  expect(await entriesOf('reconcile')).toEqual(['payments:reconcile']);
  expect(await entriesOf('print', orderNo)).toEqual(['order:print']);
  rmSync(`postal-${orderNo}.pdf`);
  expect(await printed('--order', orderNo.toLowerCase())).toEqual([true, ['order:print']]);
  await expect(printed('--order', 'XXXX-XXXX')).rejects.toThrow('There is no order XXXX-XXXX.');
  await expect(printed()).rejects.toThrow(UsageError);
  const unwritten = await entriesWhile(() =>
    expect(
      runOfficeCommand(cli, 'order:print', ['--order', orderNo, '--file', '/none/postal.pdf']),
    ).rejects.toThrow('Cannot write /none/postal.pdf (ENOENT)'),
  );
  expect(unwritten).toEqual([]);
  expect(await entriesOf('person', 'export', 'wieck@example.org')).toEqual(['person:export']);
  expect(await entriesOf('person', 'erase', 'Wieck@example.org')).toEqual(['person:erase']);
  await fillCart();
  const { rows } = await pool.query<{ session: string }>(
    `select session_id::text as session from cart where ended_at is null order by id desc limit 1`,
  );
  expect(await entriesOf('release', rows[0]?.session ?? '')).toEqual(['cart:release']);
  expect(await entriesOf('orders')).toEqual([]);
});

test('print refuses the whole list for one wrong number, with the reason for each', async () => {
  const online = await buyOrder(shop, concert, { method: 'onlineticket', quantity: 1 });
  const cancelled = await buyOrder(shop, concert, { method: 'postal', quantity: 1 });
  await commitRefund(pool, { orderNo: cancelled.orderNo, ticketIds: null });
  const { orderNo } = await buyOrder(shop, concert, { method: 'postal', quantity: 1 });
  const numbers = ['MM-0000', online.orderNo, cancelled.orderNo, orderNo];
  const entries = await entriesWhile(async () => {
    const refused = await Promise.resolve(commands['print']?.run(cli, numbers)).catch(String);
    for (const reason of [
      'There is no order MM-0000.',
      `Order ${online.orderNo} is not delivered by post.`,
      `Order ${cancelled.orderNo} has no valid ticket.`,
    ])
      expect(refused).toContain(reason);
    expect(refused).not.toContain(`Order ${orderNo}`);
  });
  expect(entries).toEqual([]);
  expect(existsSync(`postal-${numbers.join('-')}.pdf`)).toBe(false);
});

test('a loaded programme has an entry, unless nothing has changed', async () => {
  const { rows } = await pool.query<{ slug: string }>(`select slug from concert where id = $1`, [
    concert.id,
  ]);
  const slug = rows[0]?.slug ?? '';
  await expect(entriesOf('load', 'db/demo')).rejects.toThrow(
    new RegExp(`${slug} {2}valid tickets: [1-9]`),
  );
  const load = ['load', 'db/demo', '--withdraw', slug] as const;
  expect(await entriesOf(...load, '--dry-run')).toEqual([]);
  expect(await entriesOf(...load)).toEqual(['programme:import']);
  expect(await entriesOf('load', 'db/demo')).toEqual([]);
});

test('an exported programme has an entry, and is loaded without a change', async () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'festival-')), 'mine');
  onTestFinished(() => rmSync(path.dirname(folder), { recursive: true }));
  // a venue of the fixtures lacks what a file needs
  await pool.query(
    `update venue set description_de = 'x', description_en = 'x', access_note_de = 'x', access_note_en = 'x'
     where access_note_de is null`,
  );
  expect(await entriesOf('export', folder)).toEqual(['programme:export']);
  expect(await entriesOf('load', folder)).toEqual([]);
  await expect(entriesOf('export', folder)).rejects.toThrow('is not empty: name a new folder.');
});

test('person:correct names the person by the present address', async () => {
  const email = 'falsch@example.org';
  await createTestApi(shop)('POST', '/register', { json: registration({ email_address: email }) });
  const args = ['--firstName', 'Ida', '--lastName', 'Lee', '--language', 'en'];
  const correct = (...others: string[]) =>
    runOfficeCommand(cli, 'person:correct', [...args, ...others, '--email', 'ida@example.org']);
  await expect(correct()).rejects.toThrow('Not found.');
  expect(await entriesWhile(() => correct('--of', 'Falsch@example.org'))).toEqual([
    'person:correct',
  ]);
  const { rows } = await pool.query(`select email from account where last_name = 'Lee'`);
  expect(rows).toEqual([{ email: 'ida@example.org' }]);
});
