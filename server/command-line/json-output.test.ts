import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accepted, Buyer } from '#test/buyer.ts';
import { openOfficeCli } from '#test/office-cli.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { testLog } from '#test/database.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { commands } from './commands.ts';
import type { CliContext } from './connect.ts';
import { runOfficeCommand } from './run-office-command.ts';

const shop = await openShop();
const office = await openOfficeCli(shop);
const { pool, env } = shop;
const cli = { pool, env, log: testLog, isShopRunning: true } as CliContext;

/** The data of a command for --json. */
async function read(name: string, ...args: string[]): Promise<unknown> {
  const output = await commands[name]?.run(cli, args);
  return JSON.parse(JSON.stringify(output?.data));
}

/** Lets the concerts of these tests leave the programme. */
async function withdrawn(): Promise<string[]> {
  const { rows } = await pool.query<{ slug: string }>(
    `select slug from concert where published_at is not null and slug like 'concert-%'`,
  );
  return rows.flatMap(({ slug }) => ['--withdraw', slug]);
}

test('every command has its data for --json', async () => {
  const concert = await createConcert(shop.pool, { quantity: 9 });
  const details = { email: 'wieck@example.org', first_name: 'Clara', last_name: 'Wieck' };
  const { orderNo } = await buyOrder(shop, concert, { method: 'postal', details });
  await shop.runJobs('make-documents');
  const [first] = (await shop.pool.query<{ id: number }>('select min(id) as id from ticket')).rows;
  await accepted(new Buyer(shop).add(concert, { quantity: 3 }));

  const row = { orderNo, name: 'Clara Wieck', email: 'wieck@example.org', tickets: 2 };
  expect(await read('orders')).toMatchObject({ orders: [row] });
  expect(await read('orders', 'nobody')).toEqual({ orders: [] });
  expect(await read('order', orderNo)).toMatchObject({
    order: orderNo,
    email: 'wieck@example.org',
    tickets: [{ ticket: first?.id, state: 'valid' }, { state: 'valid' }],
    invoices: [{ series: 'invoice' }],
    refunds: [],
    mails: [{ kind: 'order-confirmation', state: 'waiting' }],
  });
  const contact = {
    orderNo,
    email: details.email,
    name: 'Robert von der Schümann',
    language: 'de',
    doorNote: 'Rollstuhl',
  };
  await runOfficeCommand(cli, 'order:contact', ['--input', JSON.stringify(contact)]);
  expect(await read('doors', String(concert.id))).toMatchObject({
    heading: expect.stringMatching(/^Abend/),
    rows: [{ order: orderNo, name: 'von der Schümann, Robert', note: 'Rollstuhl' }],
  });
  const file = `postal-${orderNo}.pdf`;
  expect(await read('print', orderNo)).toEqual({ orders: [orderNo], file });
  rmSync(file);
  expect(await read('resend', orderNo)).toEqual({ mails: 1 });
  expect(await read('refund', orderNo, '--tickets', String(first?.id))).toMatchObject({
    cents: 2400,
    tickets: [first?.id],
  });
  expect(await read('reconcile')).toMatchObject({ tickets_without_payment: 0 });

  const { holds } = (await read('holds')) as { holds: { session: string }[] };
  expect(holds).toMatchObject([{ tickets: 3, isPaying: false }]);
  expect(holds).toMatchObject([{ until: expect.stringMatching(/^\d{4}-.*[+]0[12]:00$/) }]);
  const released = await read('release', holds[0]?.session ?? '');
  expect(released).toEqual({ released: 1, paying: 0 });
  expect(await read('holds')).toEqual({ holds: [] });

  const person = await read('person', 'export', 'wieck@example.org');
  expect(person).toMatchObject({ orders: [{ details: { email: 'wieck@example.org' } }] });
  expect(await read('person', 'erase', 'wieck@example.org')).toHaveProperty('done');
  const changes = { rows: expect.any(Number), left: expect.any(Array) };
  expect(await read('load', 'db/demo', ...(await withdrawn()))).toMatchObject(changes);
});

test('the door list is the box-office list: buyers who collect tickets first, then as in a telephone book', async () => {
  const concert = await createConcert(pool, { quantity: 9, prices: [2400, 900] });
  for (const [last_name, method] of [
    ['Muffel', 'onlineticket'],
    ['Müller', 'onlineticket'],
    ['Zorn', 'boxoffice'],
  ] as const) {
    await buyOrder(shop, concert, { method, details: { first_name: 'Bettina', last_name } });
  }
  const { text = '' } = (await commands['doors']?.run(cli, [String(concert.id)])) ?? {};
  expect(text).toMatch(/\n6 tickets in 3 orders\n\nname +order +delivery +tickets +note\n/);
  expect(text.match(/^\S+, Bettina .*/gm)).toEqual([
    expect.stringMatching(/^Zorn, Bettina .* BOX OFFICE +2 × Preis 1$/),
    expect.stringMatching(/^Müller, Bettina .* online +2 × Preis 1$/),
    expect.stringMatching(/^Muffel, Bettina .* online +2 × Preis 1$/),
  ]);
});

test('--json may stand anywhere after the command, and a refused or wrong command prints no JSON', async () => {
  const print = async (...args: string[]) => {
    const { code, stdout, stderr } = await office(...args);
    expect([args, code, stderr]).toEqual([args, 0, '']);
    return stdout;
  };
  expect(await print('staff:list')).toBe('None.\n');
  expect(await print('staff:list', '--json')).toBe('{"staff":[]}\n');
  expect(await print('orders', '--json', 'nobody')).toBe('{"orders":[]}\n');
  const load = ['load', 'db/demo', ...(await withdrawn()), '--json'];
  expect(await print(...load)).toMatch(/^\{"rows":\d+,.*\}\n$/);
  expect(await office('order', 'XXXX-XXXX', '--json')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no order XXXX-XXXX.\n',
  });
  expect(await office('order', '--json')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'Use: npm run office -- order NUMBER\n',
  });
});
