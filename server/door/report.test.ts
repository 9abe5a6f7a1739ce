import { beforeEach, describe, expect, test } from 'vitest';
import { eventNow, openTestDoor, type TestDoor } from '#test/door.ts';
import { openOfficeCli } from '#test/office-cli.ts';
import { openTestOffice } from '#test/office.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { deleteExpiredData } from '../retention.ts';

const shop = await openShop();
const { pool } = shop;
const office = await openTestOffice(shop, 'office');
const cli = await openOfficeCli(shop);

let door: TestDoor;
beforeEach(async () => {
  door = await openTestDoor(shop, office);
});

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** An evening: two of three tickets are in, one of them twice; one stranger, two refused, one override. */
async function playEvening(): Promise<number[]> {
  const tickets = await door.sell(3);
  const [first = 0, second = 0] = tickets;
  const [a, b] = [await door.pair('Handy Anna'), await door.pair('Handy Ben')];
  const common = { concert_id: door.concert.id };
  await a.send([
    door.admit(1, first, ago(10)),
    door.admit(2, second, ago(9)),
    eventNow({ ...common, n: 3, kind: 'refuse', result: 'void' }),
    eventNow({ ...common, n: 4, kind: 'refuse', result: 'void', ticket_id: 5 }),
    door.admit(5, 99_999_999, ago(8)),
  ]);
  await b.send([
    door.admit(1, first, ago(5)),
    eventNow({ ...common, n: 2, kind: 'override', ticket_id: first, reason: 'outside' }),
  ]);
  return tickets;
}

const readReport = () => office.query('door:report', { concertId: door.concert.id });
const figuresOf = ({ figures }: Awaited<ReturnType<typeof readReport>>) =>
  Object.fromEntries(figures.map(({ name, count }) => [name, count]));
const sums = {
  expected: 3,
  admitted: 2,
  noShows: 1,
  duplicates: 1,
  afterVoid: 0,
  unlisted: 1,
  overrides: 1,
};

describe('the report', () => {
  test('has the sums of the fold, duplicates with their order, and who admitted how many', async () => {
    await playEvening();
    const report = await readReport();
    expect(figuresOf(report)).toEqual(sums);
    const tables = Object.fromEntries(report.tables.map(({ part, table }) => [part, table.rows]));
    expect(tables).toMatchObject({
      byType: [{ name: 'Price 1', admitted: 2, expected: 3 }],
      perMinute: [{ admitted: 1 }, { admitted: 1 }],
      duplicates: [{ order: expect.stringMatching(/^.{4}-.{4}$/), device: 'Handy Ben' }],
      unlisted: [{ ticket: '99999999' }],
      overrides: [{ reason: 'Was briefly outside', order: expect.stringMatching(/-/) }],
      refused: [{ name: 'Cancelled', count: 2 }],
      devices: [
        { device: 'Handy Anna', admitted: 2 },
        { device: 'Handy Ben', admitted: 0 },
      ],
    });
    await expect(office.query('door:report', { concertId: 99_999_999 })).rejects.toThrow(
      'not_found',
    );
  });

  test('is a file, too, and is printed on the command line', async () => {
    await playEvening();
    const options = { concertId: door.concert.id, language: 'de', hasBom: false } as const;
    const lines = await Array.fromAsync(await office.query('door:report-csv', options));
    const csv = lines.join('');
    expect(csv).toMatch(/^Was;Name;Karte;Grund;Bestellung;Zeit;/);
    expect(csv).toMatch(/\r\nEingelassen;.*;2\r\n/);
    const exported = { report: 'door', concert: String(door.concert.id) };
    expect((await office.run('report:export', exported)).problem).toBeNull();
    const { code, stdout } = await cli('door:report', String(door.concert.id), '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { expected: 3, admitted: 2, noShows: 1, counts: sums, duplicates: [{ device: 'Handy Ben' }] },
    ]);
    const text = await cli('door:report', String(door.concert.id));
    expect(text.stdout).toMatch(/duplicates {2}1\n/);
    const devices = await cli('door:devices');
    expect(devices.stdout).toContain('Handy Anna');
  });

  test('keeps its numbers when single events are deleted after 60 days, and makes new ones later', async () => {
    await playEvening();
    const age = async (days: number) => {
      await pool.query('alter table door_event disable trigger door_event_unchangeable');
      await pool.query(
        `update door_event set received_at = received_at - make_interval(days => $1)`,
        [days],
      );
      await pool.query('alter table door_event enable trigger door_event_unchangeable');
      await pool.query(
        `update door_device set created_at = created_at - make_interval(days => $1)`,
        [days],
      );
    };
    await age(59);
    await deleteExpiredData(pool);
    expect((await readReport()).tables.map(({ part }) => part)).toContain('duplicates');
    await age(1);
    await deleteExpiredData(pool);
    await deleteExpiredData(pool);
    const left = await pool.query('select from door_event');
    expect(left.rowCount).toBe(0);
    const report = await readReport();
    expect(figuresOf(report)).toEqual(sums);
    expect(report.tables.map(({ part }) => part)).toEqual(['byType', 'perMinute', 'refused']);
    const { rows } = await pool.query<{ text: string }>(
      'select report::text as text from door_report',
    );
    expect(rows.map(({ text }) => text).join()).not.toContain('Handy');
    const [ticket = 0] = await door.sell(1);
    await (await door.pair('Next year')).send([door.admit(1, ticket)]);
    expect(figuresOf(await readReport())).toMatchObject({ expected: 4, admitted: 1 });
  });
});

test('the order’s page says who is in, and when', async () => {
  const [first = 0] = await playEvening();
  const { rows } = await pool.query<{ order_no: string }>(
    'select order_no from orders o join ticket t on t.order_id = o.id where t.id = $1',
    [first],
  );
  const order = await office.query('order:page', { orderNo: rows[0]?.order_no ?? '' });
  expect(order.tickets.map(({ isAdmitted }) => isAdmitted)).toEqual([true, true, false]);
  const admitted = order.timeline.filter(({ what }) => what === 'admitted');
  expect(admitted.map(({ detail }) => detail)).toEqual([
    `${first}, Handy Anna`,
    `${first + 1}, Handy Anna`,
  ]);
});

test('a code of the command line is one JSON object, and its devices can be revoked there', async () => {
  const made = await cli(
    'door:pair',
    String(door.concert.id),
    '--devices',
    '3',
    '--valid',
    '4',
    '--json',
  );
  const code = JSON.parse(made.stdout) as Record<string, unknown>;
  expect(code).toEqual({
    id: expect.any(Number),
    url: expect.stringMatching(/\/door#pair=[0-9A-HJKMNP-TV-Z]{27}$/),
    code: expect.any(String),
    concert_ids: [door.concert.id],
    devices: 3,
    redeem_until: expect.any(String),
    valid_hours: 4,
  });
  expect((await cli('door:pair', String(door.concert.id), '--devices', '31')).stderr).toBe(
    'devices: Please a whole number from 1 to 30.\n',
  );
  expect((await cli('door:revoke', 'pairing', String(code['id']))).code).toBe(0);
  expect((await cli('door:revoke', 'device', '99999999')).stderr).toBe('Not found.\n');
});
