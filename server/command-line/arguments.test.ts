import { expect, test } from 'vitest';
import type { CommandName } from '#contract/office/commands.ts';
import { testLog } from '#test/database.ts';
import { openOfficeCli } from '#test/office-cli.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { StartError } from '../platform/errors.ts';
import type { CliContext } from './connect.ts';
import { checkSwitches, describeUse, parseArguments, UsageError } from './arguments.ts';
import { runOfficeCommand } from './run-office-command.ts';

const shop = await openShop();
const office = await openOfficeCli(shop);
const { pool, env } = shop;
const cli = { pool, env, log: testLog, isShopRunning: true } as CliContext;
const concert = await createConcert(pool, { quantity: 9 });

const run = async (name: CommandName, ...args: string[]) =>
  (await Array.fromAsync(await runOfficeCommand(cli, name, args))).join('');

/** The message of a command that is not carried out. */
const messageOf = (name: CommandName, ...args: string[]) =>
  run(name, ...args).then(
    () => null,
    (error: unknown) => {
      expect(error).toBeInstanceOf(StartError);
      return (error as Error).message;
    },
  );

test.each<[CommandName, string[], string]>([
  ['audit:export', ['--who', 'anna'], 'who: Must be the id of a person of the staff, or other.'],
  ['audit:export', ['--what', 'order:foo'], 'what: There is no event order:foo; '],
  ['order:export', ['--list', 'foo'], 'list: Must be orders, or the id of a concert '],
  ['order:export', ['--bom', 'maybe'], 'bom: Must be one of yes, true, on, 1.'],
  ['order:export', ['--state', 'paid', '--state', 'free'], 'state: Must be one of disputed, '],
  ['order:export', ['--input', '{"state":["foo"]}'], 'state: Must be one of disputed, '],
])('%s %j says what is wrong instead of printing all rows', async (name, args, message) => {
  expect(await messageOf(name, ...args)).toContain(message);
});

test('a box-office list takes none of the filters of the list of orders', async () => {
  const list = ['--list', String(concert.id)];
  expect(await messageOf('order:export', ...list, '--state', 'paid')).toBe(
    'state: A box-office list is always the whole list.',
  );
  expect(await run('order:export', ...list, '--bom', 'yes')).toMatch(/^\u{FEFF}Name,/u);
});

test('an event of the audit log and another actor are filters that make sense', async () => {
  expect(await run('audit:export', '--what', 'access:refused', '--who', 'other')).toMatch(
    /^Time,[^\n]+\r\n$/,
  );
});

test('a key that a command does not have is wrong use in --input, too', () => {
  const parse = () => parseArguments('order:export', ['--input', '{"stat":"paid"}']);
  expect(parse).toThrow(UsageError);
  expect(parse).toThrow('order:export has no --stat: ');
});

test('a list of staff has no filters', async () => {
  for (const [args, wrong] of [
    [['staff:list', '--role', 'door'], 'staff:list has no --role: npm run office -- staff:list'],
    [['holds', 'all'], 'holds has no all: npm run office -- holds'],
    [['orders', '--state', 'paid'], 'orders has no --state: npm run office -- orders [WORDS]'],
  ] as const) {
    expect(await office(...args)).toEqual({ code: 2, stdout: '', stderr: `${wrong}\n` });
  }
});

test('a checkbox that is given as "no" refunds nothing', async () => {
  const { orderNo } = await buyOrder(shop, concert, { quantity: 1 });
  const given = ['--orderNo', orderNo, '--reason', 'a test', '--whole'];
  const count = async () =>
    (await pool.query('select from ticket where voided_at is not null')).rowCount;
  expect(await messageOf('order:refund', ...given, 'no')).toBe(
    'whole: Must be one of yes, true, on, 1.',
  );
  expect(await count()).toBe(0);
  await run('order:refund', ...given, 'yes');
  expect(await count()).toBe(1);
});

test('help says what an option takes', async () => {
  expect(describeUse('order:refund')).toContain('[--whole yes] [--retry yes]');
  expect(describeUse('order:export')).toContain('[--list orders|CONCERT]');
  expect(describeUse('audit:export')).toContain('[--who ID|other] [--what EVENT] [--from DAY]');
  // an address, not a day
  expect(describeUse('order:resend')).toContain('[--to VALUE]');
  expect(describeUse('mail:resend')).toContain('[--to VALUE]');
  for (const name of ['order:complimentary', 'person:correct']) {
    for (const words of [
      ['help', name],
      [name, '--help'],
    ]) {
      expect((await office(...words)).stdout).toContain(
        '\nCODE: the two letters of a country, such as AT, or the number that the form sends.\n',
      );
    }
  }
});

test.each<[CommandName, string[]]>([
  ['concert:create', ['--slug', 'evening', '--note-1-text_de', 'Bitte warm anziehen']],
  ['concert:save', ['--id', '1', '--piece-2-title_en', 'Aria', '--longNight', '']],
  ['sale:save', ['--id', '1', '--quantity', '90', '--type-1-price', '24.50']],
  ['sale:stop', ['--undo', '12:3 15:7']],
  ['venue:save', ['--name_de', 'Kirche']],
])('%s takes the fields of its form: %j', (name, args) => {
  const { input } = parseArguments(name, args);
  expect(Object.entries(input).flatMap(([key, value]) => [`--${key}`, value])).toEqual(args);
  expect(() => checkSwitches(name, input)).not.toThrow();
});

test('a box of a form is ticked or not, never by another word', () => {
  for (const [name, key] of [
    ['order:contact', 'refundPostage'],
    ['concert:save', 'academy'],
    ['sale:save', 'type-1-offered'],
  ] as const) {
    expect(() => checkSwitches(name, { [key]: 'no' }), key).toThrow(`${key}: Must be one of yes`);
  }
});

test('an entry of a list is made and changed by its fields', async () => {
  await run('composer:save', '--name', 'Ada Probe', '--born', '1815');
  const find = async () =>
    (
      await pool.query<{ id: number; born: number }>(
        `select id, born from composer where full_name = 'Ada Probe'`,
      )
    ).rows;
  const [made] = await find();
  expect(made?.born).toBe(1815);
  await run('composer:save', '--id', String(made?.id), '--born', '1816');
  expect(await find()).toEqual([{ id: made?.id, born: 1816 }]);
});
