import { describe, expect, test } from 'vitest';
import type { CommandName } from '#contract/office/commands.ts';
import { createTestDatabase, testLog } from '#test/database.ts';
import { openOfficeCli } from '#test/office-cli.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { parseEnv } from '../settings/env.ts';
import { StartError } from '../platform/errors.ts';
import type { CliContext } from './connect.ts';
import { describeUse, parseArguments, UsageError } from './arguments.ts';
import { runOfficeCommand } from './run-office-command.ts';

const database = await createTestDatabase();
const office = await openOfficeCli(database);
const cli: CliContext = {
  ...database,
  env: parseEnv({ APP_SECRET: 'a secret for tests, 32 characters' }),
  log: testLog,
  isShopRunning: true,
  close: async () => undefined,
};

/** The message of a refused command. */
const refusal = async (name: CommandName, ...args: string[]) =>
  await runOfficeCommand(cli, name, args).then(
    () => null,
    (error: unknown) => {
      expect(error).toBeInstanceOf(StartError);
      return (error as Error).message;
    },
  );

test('exit codes: 0 done, 1 refused, 2 wrong use, each with one line', async () => {
  const invitation = await office('staff:invite', 'new@example.org', '--role', 'door');
  expect([invitation.code, invitation.stderr]).toEqual([0, '']);
  expect(invitation.stdout).toMatch(/^Invitation for new@example.org \(door\), valid until /);
  const refused = await office('staff:disable', '9999999999');
  expect(refused).toEqual({ code: 1, stdout: '', stderr: 'Not found.\n' });
  const wrong = await office('staff:invite', '--role', 'door');
  expect([wrong.code, wrong.stdout]).toEqual([2, '']);
  expect(wrong.stderr).toMatch(
    /^staff:invite wants email: npm run office -- staff:invite EMAIL .+\n$/,
  );
  expect(await office('order:refund', '--orderNo', 'XXXX-XXXX')).toEqual({
    code: 2,
    stdout: '',
    stderr: `order:refund wants reason: ${describeUse('order:refund')}\n`,
  });
});

test('a command that changes nothing says so', async () => {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into staff (email, name, role) values ('kim@example.org', 'Kim', 'door') returning id`,
  );
  const args = [String(rows[0]?.id), 'editor'];
  const [first] = await Array.fromAsync(await runOfficeCommand(cli, 'staff:role', args));
  expect(first).toMatch(/^Role changed\.\n/);
  const [again] = await Array.fromAsync(await runOfficeCommand(cli, 'staff:role', args));
  expect(again).toBe(`Nothing changed.\nid: ${args[0]}\nname: Kim\nrole: editor`);
});

test('an option does not stand in for an argument', async () => {
  expect(await office('refund', '--retry')).toMatchObject({
    code: 2,
    stderr: 'Use: npm run office -- refund NUMBER [--tickets 12,13 | --retry]\n',
  });
});

test('without a command the command line says so in one line, and help lists all', async () => {
  for (const [args, wrong] of [
    [[], 'Give a command'],
    [['nonsense'], 'There is no command nonsense'],
  ] as const) {
    const stderr = `${wrong}: npm run office -- help lists them.\n`;
    expect(await office(...args)).toEqual({ code: 2, stdout: '', stderr });
  }
  const help = await office('help');
  expect([help.code, help.stderr]).toEqual([0, '']);
  expect(help.stdout).toContain('npm run office -- order:refund ');
});

describe('a command that is refused', () => {
  test.each<[CommandName, ...string[]]>([
    ['staff:enable', '999999999999999'],
    ['staff:role', '2147483648', 'door'],
    ['mail:drop', '--id', '999999999999999'],
    ['newsletter:off', '--id', '999999999999999'],
    ['order:refund', '--input', String.raw`{"orderNo":"a\u0000b","whole":"yes","reason":"\ud800"}`],
  ])('%s %s: there is no such thing', async (name, ...args) => {
    expect(await refusal(name, ...args)).toBe('Not found.');
  });

  test('person erase with an address that nobody has', async () => {
    expect(await office('person', 'erase', 'vertippt@example.org')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Nothing is stored under this address; nothing has been erased.\n',
    });
  });

  test('an invalid value is refused with the list of valid ones', async () => {
    const email = 'other@example.org';
    expect(await refusal('staff:invite', email, '--role', 'king')).toBe(
      'role: Must be one of admin, office, editor, door.',
    );
    expect(await refusal('staff:invite', email, '--role', 'door', '--language', 'fr')).toBe(
      'language: Must be one of de, en.',
    );
  });
});

describe('an export', () => {
  const read = async (name: CommandName, ...args: string[]) =>
    (await Array.fromAsync(await runOfficeCommand(cli, name, args))).join('');

  test('prints its list as CSV, and writes its entry', async () => {
    const { pool } = database;
    await pool.query(`insert into newsletter_subscription (email, language, confirmed_at, receive_news_email, general)
      values ('abo@example.org', 'de', now(), true, true)`);
    expect(await read('newsletter:export')).toMatch(/^Email,.+\r\nabo@example\.org,/);
    expect(await read('order:export', '--language', 'de')).toMatch(/^[^,\n]+;[^,\n]+\r\n$/);
    const lines = (await read('audit:export', '--what', 'newsletter:export')).split('\r\n');
    expect(lines[0]).toBe('Time,Who,What,On what,Details,Network');
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d,.+,List exported,newsletter,/);
    expect(lines).toHaveLength(3);
    const german = await read('audit:export', '--what', 'audit:export', '--language', 'de');
    expect(german).toContain(';audit;Was:  → Liste exportiert;');
    expect(JSON.parse(await read('audit:export', '--json'))).toEqual({
      csv: expect.stringContaining('List exported'),
    });
  });

  test('of an unknown list or language is refused, without an entry', async () => {
    const count = async () => (await database.pool.query(`select from audit_event`)).rowCount;
    const before = await count();
    expect(await refusal('order:export', '--list', '999999')).toBe('Not found.');
    expect(await refusal('order:export', '--language', 'fr')).toBe(
      'language: Must be one of de, en.',
    );
    expect(await count()).toBe(before);
  });

  test.each<[string, string, RegExp]>([
    [
      'state',
      'foo',
      /^state: Must be one of disputed, .+, documents-missing, tickets-undecided, donation-returned\.$/,
    ],
    ['delivery', 'pigeon', /^delivery: Must be one of boxoffice, onlineticket, postal\.$/],
    ['origin', 'moon', /^origin: Must be one of shop, complimentary\.$/],
    ['from', '2026-13-40', /^from: Not a valid day\.$/],
    ['to', 'tomorrow', /^to: Not a valid day\.$/],
    ['concert', 'stabat-mater', /^concert: Must be the id of a concert\.$/],
  ])('is not the whole list when --%s %s makes no sense', async (key, value, message) => {
    expect(await refusal('order:export', `--${key}`, value)).toMatch(message);
  });

  test('of the audit log takes valid days only', async () => {
    expect(await refusal('audit:export', '--from', '2026-02-30')).toBe('from: Not a valid day.');
    expect(await read('audit:export', '--from', '2126-01-01')).toMatch(/^Time,[^\n]+\r\n$/);
  });
});

test('an order keeps the address and the note that its new contact leaves out', async () => {
  const shop = await openShop();
  const { orderNo } = await buyOrder(shop, await createConcert(shop.pool, { quantity: 9 }), {
    quantity: 1,
  });
  const required = ['--orderNo', orderNo, '--name', 'Erna Richtig', '--language', 'de'];
  const change = (...entries: string[]) =>
    runOfficeCommand({ ...cli, pool: shop.pool }, 'order:contact', [...required, ...entries]);
  const readContact = async () => {
    const { rows } = await shop.pool.query<{ email: string; note: string | null }>(
      `select email, door_note as note from order_contact`,
    );
    return rows[0];
  };
  await change('--email', 'erna@example.org', '--doorNote', 'Rollstuhl');
  await change();
  expect(await readContact()).toEqual({ email: 'erna@example.org', note: 'Rollstuhl' });
  await change('--email', '', '--doorNote', '');
  expect(await readContact()).toEqual({ email: null, note: null });
});

describe('the arguments of a command', () => {
  test.each<[CommandName, ...string[]]>([
    ['staff:invite', 'new@example.org'],
    ['staff:invite', '--role', 'door'],
    ['staff:role', '1'],
    ['staff:disable'],
    ['staff:disable', '1', '2'],
    ['order:complimentary', '--tickets-x', '2'],
    ['order:complimentary', '--tickets', '2'],
    ['order:refund', '--reason', 'ill'],
    ['order:reissue', '--orderNo', 'XXXX-XXXX'],
    ['order:complimentary', '--tickets-7', '1', '--firstName', 'Kim'],
    ['order:sent', '--undo', '1'],
    ['person:correct', '--firstName', 'Kim'],
    ['order:contact', '--input', '{"orderNo":"XXXX-XXXX","name":"Kim"}'],
    ['mail:drop'],
  ])('%s %s is wrong use', (name, ...args) => {
    expect(() => parseArguments(name, args)).toThrow(UsageError);
  });

  test('only those that may be left out are in brackets', () => {
    expect(describeUse('order:refund')).toBe(
      'npm run office -- order:refund --orderNo VALUE [--ticket VALUE] [--whole yes] [--retry yes] ' +
        '[--confirmedCents VALUE] [--confirmedRetriedCents VALUE] --reason VALUE [--input JSON] [--json]',
    );
    expect(
      parseArguments('order:refund', ['--input', '{"orderNo":"X"}', '--reason=ill']).input,
    ).toEqual({
      orderNo: 'X',
      reason: 'ill',
    });
  });

  test('complimentary tickets are given by type', () => {
    const args = ['--tickets-12', '2', '--firstName', 'Kim', '--delivery=postal'];
    const others = { lastName: 'Lee', email: 'kim@example.org', language: 'en', reason: 'press' };
    const input = ['--input', JSON.stringify(others)];
    expect(parseArguments('order:complimentary', [...args, ...input]).input).toEqual({
      'tickets-12': '2',
      firstName: 'Kim',
      delivery: 'postal',
      ...others,
    });
    expect(describeUse('order:complimentary')).toBe(
      'npm run office -- order:complimentary --tickets-{id} VALUE --firstName VALUE --lastName VALUE ' +
        '--email VALUE [--street VALUE] [--zip VALUE] [--city VALUE] [--country CODE] ' +
        '--language de|en --delivery onlineticket|boxoffice|postal ' +
        '--reason press|performers|sponsors|goodwill|other [--input JSON] [--json]',
    );
    expect(describeUse('message:state')).toContain(
      '--state new|answered|done [--from new|answered|done]',
    );
    expect(describeUse('order:export')).toContain(
      '[--delivery boxoffice|onlineticket|postal] [--origin shop|complimentary] [--from DAY] [--to DAY]',
    );
    expect(describeUse('order:sent')).toContain('order:sent --order VALUE [--undo yes]');
  });
});
