import { createPublicKey } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DoorConcert, OtherConcert } from '#contract/door/wire.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import {
  callDoor,
  eventNow,
  makeCode,
  openTestDoor,
  pairDevice,
  type TestDevice,
  type TestDoor,
} from '#test/door.ts';
import { openTestOffice } from '#test/office.ts';
import { createConcert, type TestConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { checkTicket, createTicketSigner } from '../orders/ticket-code.ts';

const shop = await openShop();
const { pool, url } = shop;
const office = await openTestOffice(shop, 'office');

let door: TestDoor;
let concert: TestConcert;
beforeEach(async () => {
  door = await openTestDoor(shop, office);
  ({ concert } = door);
});
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('pairing', () => {
  test('by a code or its link, for as many devices as it has, and by none that is over', async () => {
    const { code: one, url: link } = await makeCode(office, concert.id, { devices: '1' });
    expect(one).toMatch(/^[0-9A-HJKMNP-TV-Z]{27}$/);
    expect(link).toBe(`https://festival.example/door#pair=${one}`);
    const device = await pairDevice(url, link, 'Westportal');
    expect((await device.call('GET', '/me')).body).toMatchObject({
      data: { id: device.id, name: 'Westportal', entrance: null, concert_ids: [concert.id] },
      server_time: expect.stringMatching(/^\d{4}-.*\.\d{3}\+0[12]:00$/),
    });
    for (const text of [one, 'nonsense']) {
      const body = { code: text, device_name: 'Zweites' };
      expect(await callDoor(url, 'POST', '/pair', { body })).toMatchObject({
        status: 401,
        body: { error_I18n: 'TRANSLATION.DOOR.ERROR.CODE' },
      });
    }
    await pool.query('update door_pairing set redeem_until = now()');
    await expect(door.pair()).rejects.toThrow('DOOR.ERROR.CODE');
    // neither code nor token is stored
    const stored = await pool.query(
      'select from door_device d, door_pairing p where strpos(d::text || p::text, $1) > 0',
      [device.token],
    );
    expect(stored.rowCount).toBe(0);
  });

  test('of more devices at once than a code has pairs as many as it has', async () => {
    const { code: three } = await makeCode(office, concert.id, { devices: '3' });
    const tries = Array.from({ length: 8 }, () => pairDevice(url, three).catch(() => null));
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(3);
  });

  test('for all concerts of a day', async () => {
    const second = await createConcert(pool, { quantity: 1 });
    await pool.query(`update concert set starts_at = '2025-08-23 23:30+02' where id = any ($1)`, [
      [concert.id, second.id],
    ]);
    const device = await pairDevice(url, (await makeCode(office, '2025-08-23')).code);
    const { body } = await device.call<{ concert_ids: number[] }>('GET', '/me');
    expect(body.data.concert_ids).toEqual([concert.id, second.id]);
    const wrong = await office.run('door:pair', { for: '1999-01-01' });
    expect(wrong.problem?.errors).toEqual({ for: 'Please a concert, or a day with concerts.' });
  });

  test('ends by signing out, by the office, and by time, each with its own answer', async () => {
    const [left, taken, over] = [await door.pair('A'), await door.pair('B'), await door.pair('C')];
    expect((await left.call('POST', '/leave')).status).toBe(204);
    expect((await left.call('POST', '/leave')).status).toBe(204);
    await office.run('door:revoke', { what: 'device', id: String(taken.id) });
    await pool.query(
      `update door_device set valid_until = now() - interval '1 hour' where id = $1`,
      [over.id],
    );
    const answers = await Promise.all(
      [left, taken, over].map((device) => device.call('GET', '/changes')),
    );
    expect(answers.map(({ status, body }) => [status, body.error_I18n?.split('.').at(-1)])).toEqual(
      [
        [401, 'TOKEN'],
        [401, 'REVOKED'],
        [419, 'ENDED'],
      ],
    );
    // what happened before is taken for another week
    const sent = await over.send([door.admit(1, 7, ago(90)), door.admit(2, 8)]);
    expect(sent.results).toMatchObject([
      { n: 1, status: 'stored' },
      { n: 2, status: 'refused', reason: 'ended' },
    ]);
    await pool.query(
      `update door_device set valid_until = now() - interval '8 days' where id = $1`,
      [over.id],
    );
    expect(
      (await over.call('POST', '/events', { format: 1, events: [door.admit(1, 7)] })).status,
    ).toBe(419);
    const { rows } = await pool.query<{ command: string }>(
      `select command from audit_event where thing_kind = 'door-device' and thing_id = any ($1) order by id`,
      [[left.id, taken.id, over.id].map(String)],
    );
    expect(rows.map(({ command }) => command)).toEqual([
      ...Array.from({ length: 3 }, () => 'door:redeem'),
      'door:leave',
      'door:revoke',
    ]);
  });

  test('a revoked code takes its devices along', async () => {
    const { id, code: own } = await makeCode(office, concert.id);
    const device = await pairDevice(url, own);
    await office.run('door:revoke', { what: 'pairing', id: String(id) });
    expect((await device.call('GET', '/me')).body.error_I18n).toMatch(/REVOKED$/);
    await expect(pairDevice(url, own)).rejects.toThrow('DOOR.ERROR.CODE');
  });
});

describe('the list', () => {
  test('has every ticket with its state, and the key that verifies them', async () => {
    const [first = 0, second = 0] = await door.sell();
    await door.refund(second);
    const device = await door.pair();
    const list = await device.list(concert.id);
    expect(list.tickets).toEqual([
      [first, concert.types[0], expect.stringMatching(/^.{4}-.{4}$/), 0],
      [second, concert.types[0], list.tickets[0]?.[2], 1, expect.any(String)],
    ]);
    // just sold: nobody promises that nothing is missing
    expect(list.complete_to).toBeLessThan(first);
    await pool.query(`update orders set created_at = now() - interval '61 s'`);
    const later = await device.list(concert.id);
    expect(later.complete_to).toBeGreaterThanOrEqual(second);
    const signer = createTicketSigner(shop.deps.tokens);
    const key = createPublicKey({
      key: {
        kty: 'OKP',
        crv: 'Ed25519',
        x: Buffer.from(list.public_key, 'base64').toString('base64url'),
      },
      format: 'jwk',
    });
    const payload = { ticketId: first, concertId: concert.id, ticketTypeId: concert.types[0] ?? 0 };
    expect(checkTicket(signer.sign(payload), key)).toEqual(payload);
  });

  test('is for the concerts of the device; the others of the programme are only named', async () => {
    const [first = 0, second = 0] = await door.sell();
    await door.refund(second);
    const other = await createConcert(pool, { quantity: 1 });
    const device = await door.pair();
    const { body } = await device.call<{ concerts: DoorConcert[]; others: OtherConcert[] }>(
      'GET',
      '/concerts',
    );
    expect(body.data.concerts).toMatchObject([
      {
        id: concert.id,
        title_german: 'Abend',
        venue_english: 'Tithe Barn',
        ticket_types: [
          { id: concert.types[0], name_german: 'Preis 1', note_german: null, expected: 1 },
        ],
      },
    ]);
    expect(body.data.others.map(({ id }) => id)).toContain(other.id);
    expect((await device.call('GET', `/lists/${other.id}`)).body.error_I18n).toMatch(/SCOPE$/);
    expect((await device.call('GET', '/lists/99999999')).status).toBe(404);
    const text = JSON.stringify([body, await device.list(concert.id)]);
    expect(text).not.toMatch(/Clara|Wieck|@|price/);
    expect(first).toBeGreaterThan(0);
  });

  test('of 5,000 tickets has at most 120 kB as sent', async () => {
    const [ticket = 0] = await door.sell(1);
    await pool.query(
      `insert into ticket (order_id, product_id, ticket_type_id, price_cents)
       select order_id, product_id, ticket_type_id, 0 from ticket, generate_series(1, 4999) where id = $1`,
      [ticket],
    );
    const device = await door.pair();
    const response = await fetch(`${url}/api/door/lists/${concert.id}`, {
      headers: { authorization: `Bearer ${device.token}`, 'accept-encoding': 'gzip' },
    });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const sent = Number(response.headers.get('content-length') ?? (await compressedSize(device)));
    expect(sent).toBeLessThan(120_000);
    expect(((await response.json()) as { data: { tickets: unknown[] } }).data.tickets).toHaveLength(
      5000,
    );
  });
});

const compressedSize = async (device: TestDevice) => {
  const { gzipSync } = await import('node:zlib');
  return gzipSync(JSON.stringify({ data: await device.list(concert.id) })).byteLength;
};

describe('events', () => {
  test('W4: of a repetition only what is new is stored', async () => {
    const device = await door.pair();
    const events = Array.from({ length: 45 }, (_, n) => door.admit(n + 1, 1000 + n));
    expect((await device.send(events.slice(0, 40))).acked).toBe(40);
    const again = await device.send(events);
    const statuses = again.results.map(({ status }) => status);
    expect(statuses.filter((status) => status === 'known')).toHaveLength(40);
    expect(statuses.filter((status) => status === 'stored')).toHaveLength(5);
    expect(again.acked).toBe(45);
    const { rowCount } = await pool.query('select from door_event where device_id = $1', [
      device.id,
    ]);
    expect(rowCount).toBe(45);
  });

  test('a gap is not acknowledged, a refused event is', async () => {
    const device = await door.pair();
    expect((await device.send([door.admit(1, 1), door.admit(3, 3)])).acked).toBe(1);
    expect((await device.send([{ ...door.admit(2, 2), via: 'magic' }])).acked).toBe(3);
    expect((await device.changes()).acked).toBe(3);
  });

  test('a bad one never refuses its neighbours', async () => {
    const other = await createConcert(pool, { quantity: 1 });
    const device = await door.pair();
    const { results } = await device.send([
      door.admit(1, 1),
      null,
      'text',
      { n: 2 },
      { ...door.admit(3, 3), at: 'yesterday' },
      { ...door.admit(4, 4), concert_id: other.id },
      door.admit(1, 2),
      { ...door.admit(5, 5), from_a_newer_app: true },
      eventNow({ n: 6, kind: 'undo', concert_id: concert.id, undoes: 5, reason: 'left' }),
      eventNow({ n: 7, kind: 'override', concert_id: concert.id, reason: 'box_office' }),
      eventNow({ n: 8, kind: 'refuse', concert_id: concert.id, result: 'unreadable' }),
    ]);
    expect(results).toEqual([
      { n: 1, status: 'stored', verdict: 'unlisted' },
      { n: null, status: 'refused', reason: 'malformed' },
      { n: null, status: 'refused', reason: 'malformed' },
      { n: 2, status: 'refused', reason: 'malformed' },
      { n: 3, status: 'refused', reason: 'malformed' },
      { n: 4, status: 'refused', reason: 'scope' },
      { n: 1, status: 'refused', reason: 'reused' },
      { n: 5, status: 'stored' },
      { n: 6, status: 'stored' },
      { n: 7, status: 'stored' },
      { n: 8, status: 'stored' },
    ]);
    const audited = await pool.query(
      `select after from audit_event where command = 'door:override' and thing_id = $1`,
      [String(device.id)],
    );
    expect(audited.rows).toMatchObject([{ after: { reason: 'box_office', concert: concert.id } }]);
  });

  test('what the database cannot store refuses no neighbour, and a reason has no invisible characters', async () => {
    const device = await door.pair();
    const override = (n: number, reason: string) =>
      eventNow({ n, kind: 'override', concert_id: concert.id, reason });
    const { results } = await device.send([
      override(1, 'NUL \0'),
      override(2, 'half a character \ud800'),
      { ...override(3, 'box_office'), at: '0000-06-01T00:00:00Z' },
      { ...override(4, 'box_office'), at: '0001-01-01T00:00:00+12:00' },
      { ...override(5, 'box_office'), at: '9999-12-31T23:59:59-12:00' },
      override(6, 'von\u202e links\n'),
    ]);
    const malformed = { status: 'refused', reason: 'malformed' };
    expect(results).toEqual([
      ...[1, 2, 3, 4, 5].map((n) => ({ n, ...malformed })),
      { n: 6, status: 'stored' },
    ]);
    expect((await device.changes()).events).toMatchObject([{ n: 6, reason: 'von links' }]);
  });

  test('get their verdict from everything that is known', async () => {
    const [ticket = 0, voided = 0] = await door.sell();
    const [a, b] = [await door.pair('A'), await door.pair('B')];
    expect((await b.send([door.admit(1, ticket, ago(1))])).results[0]?.verdict).toBe('counted');
    // offline until now, and earlier
    expect((await a.send([door.admit(1, ticket, ago(5))])).results[0]?.verdict).toBe('counted');
    expect((await b.send([door.admit(1, ticket, ago(1))])).results).toMatchObject([
      // the same event with another moment is another one
      { status: 'refused', reason: 'reused' },
    ]);
    const state = await door.fold(a);
    expect(state.attendance).toBe(1);
    expect(state.admits.map(({ verdict }) => verdict)).toEqual(['counted', 'duplicate']);
    await door.refund(voided);
    expect(
      (await a.send([door.admit(2, voided, new Date(Date.now() + 1000))])).results[0]?.verdict,
    ).toBe('after_void');
    expect((await a.send([door.admit(3, voided, ago(5))])).results[0]?.verdict).toBe('counted');
  });

  test('W5: a slow clock is corrected, and a wrong one loses nothing', async () => {
    const device = await door.pair();
    await device.send([
      { ...door.admit(1, 1, ago(120)), offset_ms: 7_200_000 },
      door.admit(2, 2, ago(120)),
      door.admit(3, 3, new Date('2031-01-01')),
      door.admit(4, 4, new Date('1970-01-01')),
    ]);
    const { events } = await device.changes();
    const minutes = events.map((event) => (Date.now() - Date.parse(event.happened_at)) / 60_000);
    expect(minutes.map((value) => Math.round(value))).toEqual([0, 120, 0, 0]);
    expect(events.map(({ clock }) => clock)).toEqual([undefined, undefined, true, true]);
  });

  test('cannot be changed', async () => {
    const device = await door.pair();
    await device.send([door.admit(1, 1)]);
    await expect(pool.query('update door_event set n = 2')).rejects.toThrow('cannot be changed');
  });

  test('too many or too large ones are refused as a whole', async () => {
    const device = await door.pair();
    const many = Array.from({ length: 501 }, (_, n) => door.admit(n + 1, 1));
    expect((await device.call('POST', '/events', { format: 1, events: many })).status).toBe(422);
    expect((await device.call('POST', '/events', { format: 1, events: [] })).status).toBe(422);
    const large = { format: 1, events: [{ ...door.admit(1, 1), x: 'x'.repeat(1_000_000) }] };
    expect((await device.call('POST', '/events', large)).status).toBe(413);
    const fits = { format: 1, events: [{ ...door.admit(1, 1), x: 'x'.repeat(600_000) }] };
    expect((await device.call('POST', '/events', fits)).status).toBe(200);
  });
});

test('limits: a network that guesses codes, and a device that asks too often', async () => {
  const strict = await openShop({ database: shop, sandbox: shop.sandbox, limits: true });
  const device = await door.pair('A', strict.url);
  const guess = () =>
    callDoor(strict.url, 'POST', '/pair', { body: { code: 'nonsense', device_name: 'X' } });
  const statuses = [];
  for (let n = 0; n < 21; n++) statuses.push((await guess()).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
  const changes = await Promise.all(
    Array.from({ length: 9 }, () => device.call('GET', '/changes')),
  );
  expect(changes.filter(({ status }) => status === 429).length).toBeGreaterThan(1);
  const lists = [];
  for (let n = 0; n < 11; n++)
    lists.push((await device.call('GET', `/lists/${concert.id}`)).status);
  expect(lists).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});

test('invented tokens leave no rows of the limits', async () => {
  const strict = await openShop({ database: shop, sandbox: shop.sandbox, limits: true });
  const count = async () => (await pool.query('select from rate_limit')).rowCount;
  const before = await count();
  for (let n = 0; n < 3; n++) {
    const token = `${n}`.repeat(43);
    const response = await callDoor(strict.url, 'GET', `/lists/${concert.id}`, { token });
    expect(response.status).toBe(401);
  }
  expect(await count()).toBe(before);
});

test('a buyer’s token is none of a device, and the other way round', async () => {
  const device = await door.pair();
  const buyer = new Buyer(shop);
  await accepted(buyer.add(concert));
  expect((await callDoor(url, 'GET', '/me', { token: 'x'.repeat(43) })).status).toBe(401);
  expect((await callDoor(url, 'GET', '/me')).body.error_I18n).toMatch(/TOKEN$/);
  const response = await fetch(`${url}/me`, {
    headers: { authorization: `Bearer ${device.token}` },
  });
  expect([401, 419]).toContain(response.status);
});
